import { Notice } from '../ui/Notice.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import type { NoticeState } from './notices.ts';
import { useApprovalText } from './use-approval-text.ts';

interface NoticeSettingProps {
  state: NoticeState;
  onChange: (on: boolean) => void;
}

/** Browser notifications, or why there can be none. */
export function NoticeSetting({ state, onChange }: NoticeSettingProps) {
  const t = useApprovalText();
  if (state === 'unsupported' || state === 'denied') {
    return (
      <Notice tone="calm" title={t('notices.title')}>
        {t(`notices.${state}`)}
      </Notice>
    );
  }
  return (
    <div className="grid gap-2">
      <Toggle
        label={t('notices.title')}
        hint={t('notices.hint')}
        checked={state === 'on'}
        onChange={onChange}
      />
      <p aria-live="polite" className="px-1 text-sm text-caution empty:hidden">
        {(state === 'asking' || state === 'undecided') && t(`notices.${state}`)}
      </p>
    </div>
  );
}
