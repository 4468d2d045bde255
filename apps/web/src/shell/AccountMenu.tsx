import { isOperator, type Role } from '@dungji/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { CircleUserRound, Clapperboard, Coins, Gauge, House, LogOut, Settings } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { usePage } from '../page/page.ts';
import { buttonClass } from '../ui/Button.tsx';

export const menuItemClass =
  'flex h-11 cursor-default items-center gap-2.5 rounded-xl px-3 text-[0.9375rem] outline-none select-none data-[highlighted]:bg-sunken';
export const menuClass =
  'motion-rise z-50 min-w-56 rounded-2xl bg-surface p-1.5 shadow-float ring-1 ring-line';

interface AccountMenuProps {
  email: string;
  role: Role;
  /** Already pressed, while the menu was still on its way. */
  defaultOpen?: boolean;
}

export function AccountMenu({ email, role, defaultOpen = false }: AccountMenuProps) {
  const { t } = useTranslation();
  const page = usePage();
  const navigate = useNavigate();

  async function signOut(): Promise<void> {
    const { authClient } = await import('../auth/auth-client.ts');
    const { error } = await authClient.signOut().catch(() => ({ error: true }));
    if (error) {
      toast.error(t('menu.signOutFailed'));
      return;
    }
    await navigate({ to: '/sign-in' });
    page.forgetEverything();
  }

  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      <DropdownMenu.Trigger aria-label={t('menu.account')} className={buttonClass('quiet', 'icon')}>
        <CircleUserRound aria-hidden className="size-6" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={16} className={menuClass}>
          <DropdownMenu.Label className="px-3 pt-2 pb-2.5 text-sm text-ink-soft">{email}</DropdownMenu.Label>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/">
              <House aria-hidden className="size-4.5 text-ink-soft" />
              {t('menu.nests')}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/studio">
              <Clapperboard aria-hidden className="size-4.5 text-ink-soft" />
              {t('menu.studio')}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/credits">
              <Coins aria-hidden className="size-4.5 text-ink-soft" />
              {t('menu.credits')}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/settings">
              <Settings aria-hidden className="size-4.5 text-ink-soft" />
              {t('menu.settings')}
            </Link>
          </DropdownMenu.Item>
          {isOperator(role) && (
            <DropdownMenu.Item asChild className={menuItemClass}>
              <Link to="/ops">
                <Gauge aria-hidden className="size-4.5 text-ink-soft" />
                {t('menu.ops')}
              </Link>
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
          <DropdownMenu.Item className={menuItemClass} onSelect={() => void signOut()}>
            <LogOut aria-hidden className="size-4.5 text-ink-soft" />
            {t('menu.signOut')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
