import type { Role } from '@dungji/contracts';
import { CircleUserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/Button.tsx';

const loadMenu = () => import('./AccountMenu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/**
 * The way to the account menu. The menu itself is heavier than the rest of the frame together and nobody opens it in the
 * first moments, so it comes with the first sign of interest.
 */
export function AccountButton({ email, role }: { email: string; role: Role }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={t('menu.account')}
      aria-haspopup="menu"
      aria-expanded={false}
      className={buttonClass('quiet', 'icon')}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      <CircleUserRound aria-hidden className="size-6" />
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu email={email} role={role} defaultOpen />
    </Suspense>
  );
}
