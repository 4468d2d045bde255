import { GRANT_MAX } from '@dungji/contracts';
import { useState } from 'react';
import { isCertainRefusal, refusalText } from '../api/refusal.ts';
import { trpc } from '../api/trpc.ts';
import { createRequestKey } from '../document/request-key.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { type Grant, GrantForm } from './GrantForm.tsx';
import { useCreditText } from './use-credit-text.ts';

/** The admin's form, connected. While the answer of a grant is lost, the same grant is asked for under the same key. */
export function GrantPanel() {
  const t = useCreditText();
  const locale = useLocale();
  const [requestKey] = useState(createRequestKey);
  const grant = trpc.credits.grant.useMutation({
    onSuccess: () => requestKey.answered(),
    onError: (error) => {
      if (isCertainRefusal(error)) requestKey.answered();
    },
  });
  const give = (what: Grant, onGiven: () => void) =>
    grant.mutate(
      { ...what, idempotencyKey: requestKey.of(JSON.stringify(what)) },
      { onSuccess: () => onGiven() },
    );
  return (
    <GrantForm
      amountMax={GRANT_MAX}
      granting={grant.isPending}
      problem={
        grant.error && (isCertainRefusal(grant.error) ? refusalText(grant.error, locale) : t('grant.unsure'))
      }
      granted={
        grant.isSuccess
          ? { whom: grant.variables.email ?? grant.variables.userId ?? '', amount: grant.variables.amount }
          : null
      }
      onGrant={give}
    />
  );
}
