import { useTranslation } from 'react-i18next';
import { Toaster } from 'sonner';
import { useTheme } from '../theme/theme.ts';

/** Where toasts appear. Long enough to read twice; the region is announced politely by the library. */
const SHOWN_MS = 8_000;

export function Toasts() {
  const { t } = useTranslation();
  const theme = useTheme();
  return (
    <Toaster
      theme={theme}
      position="bottom-center"
      duration={SHOWN_MS}
      containerAriaLabel={t('toast.region')}
      toastOptions={{
        closeButtonAriaLabel: t('toast.close'),
        classNames: {
          toast: '!rounded-2xl !border-line !bg-surface !text-ink !shadow-float !font-sans !text-[0.9375rem]',
          actionButton: '!bg-accent !text-on-accent !rounded-lg !font-semibold',
          success: '[&_[data-icon]]:!text-accent',
          error: '[&_[data-icon]]:!text-danger',
        },
      }}
    />
  );
}
