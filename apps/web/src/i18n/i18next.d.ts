import 'i18next';
import type { ApprovalTexts } from '../approval/texts-ko.ts';
import type { CreditTexts } from '../credits/texts-ko.ts';
import type { DeskTexts } from '../desk/texts-ko.ts';
import type { OpsTexts } from '../ops/texts-ko.ts';
import type { StudioTexts } from '../studio/texts-ko.ts';
import type { UploadTexts } from '../upload/texts-ko.ts';
import type { Texts } from './ko.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: Texts;
      approval: ApprovalTexts;
      credits: CreditTexts;
      desk: DeskTexts;
      ops: OpsTexts;
      studio: StudioTexts;
      upload: UploadTexts;
    };
  }
}
