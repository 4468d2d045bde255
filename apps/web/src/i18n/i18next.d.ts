import 'i18next';
import type { ApprovalTexts } from '../approval/texts-ko.ts';
import type { OpsTexts } from '../ops/texts-ko.ts';
import type { UploadTexts } from '../upload/texts-ko.ts';
import type { Texts } from './ko.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { approval: ApprovalTexts; translation: Texts; ops: OpsTexts; upload: UploadTexts };
  }
}
