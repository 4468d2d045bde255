import { Check, Sparkles } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { priceOf } from './generation.ts';
import { LengthChoice } from './LengthChoice.tsx';
import { PromptInput } from './PromptInput.tsx';
import { useStudioText } from './use-studio-text.ts';
import { isWhole, shortfall, type WholeWish, type Wish, wishErrors } from './wish.ts';

export interface StudioFormProps {
  wish: Wish;
  /** Changes what is wished for, from what it is by then. */
  onWish: (change: (wish: Wish) => Wish) => void;
  /** The picker of the picture; it tells by `wish.imageDocumentId` which one. */
  picture: ReactNode;
  isUploading: boolean;
  /** `null`: not known yet. */
  balance: number | null;
  /** A request of this form is on its way. */
  asking: boolean;
  /** Why the last request was refused, in plain words. */
  refusal: string | null;
  /** The form was filled from an earlier video. */
  refilled: boolean;
  onAsk: (wish: WholeWish) => void;
}

/** Picture, words, length, and the price beside the button that spends it. */
export function StudioForm(props: StudioFormProps) {
  const t = useStudioText();
  const titleId = useId();
  const [checked, setChecked] = useState(false);
  const { wish, onWish, isUploading, balance, asking, refusal } = props;
  // Said only after somebody tried, and from then on until it is right.
  const errors = checked ? wishErrors(wish, isUploading) : null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (asking) return;
    const found = wishErrors(wish, isUploading);
    setChecked(found !== null);
    if (found === null && isWhole(wish)) props.onAsk({ ...wish, prompt: wish.prompt.trim() });
  }

  return (
    <form
      noValidate
      aria-labelledby={titleId}
      onSubmit={submit}
      className="grid min-w-0 content-start gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-6"
    >
      <h2 id={titleId} className="text-lg font-bold">
        {t('form.title')}
      </h2>
      {props.refilled && (
        <p role="status" className="-mt-2 text-[0.9375rem] text-ink-soft">
          {t('form.refilled')}
        </p>
      )}
      <div className="grid gap-1.5">
        {props.picture}
        {errors?.picture && (
          <p role="alert" className="text-[0.8125rem] font-medium text-danger">
            {t(`form.${errors.picture}`)}
          </p>
        )}
      </div>
      <PromptInput
        value={wish.prompt}
        error={errors?.prompt === 'promptMissing' ? t('form.promptMissing') : undefined}
        onChange={(prompt) => onWish((shown) => ({ ...shown, prompt }))}
      />
      <LengthChoice
        value={wish.seconds}
        balance={balance}
        onChange={(seconds) => onWish((shown) => ({ ...shown, seconds }))}
      />
      <Price {...props} />
      {refusal && <Notice tone="danger" role="alert" title={refusal} />}
      <Button
        type="submit"
        className="w-full"
        aria-disabled={asking || undefined}
        // The second half of a double click, whose first half was answered in between, is no second wish.
        onClick={(event) => event.detail > 1 && event.preventDefault()}
      >
        {asking ? <Check aria-hidden className="size-4" /> : <Sparkles aria-hidden className="size-4" />}
        {asking ? t('form.requested') : t('form.submit', { credits: priceOf(wish.seconds) })}
      </Button>
    </form>
  );
}

/** What the credits will be afterwards, or that they do not reach: before the click. */
function Price({ wish, balance, onWish }: StudioFormProps) {
  const t = useStudioText();
  const price = priceOf(wish.seconds);
  if (balance === null) return <p className="text-sm text-ink-soft">{t('form.balanceUnknown')}</p>;
  const short = shortfall(wish.seconds, balance);
  if (short === null) {
    return (
      <p className="text-sm text-ink-soft tabular-nums">{t('form.leaves', { credits: balance - price })}</p>
    );
  }
  const { missing, cheaper } = short;
  return (
    <Notice
      tone="caution"
      role="status"
      title={t('form.shortTitle', { missing })}
      actions={
        cheaper !== null && (
          <Button
            size="small"
            look="secondary"
            onClick={() => onWish((shown) => ({ ...shown, seconds: cheaper }))}
          >
            {t('form.shortCheaper', { seconds: cheaper })}
          </Button>
        )
      }
    >
      {t('form.shortLead', { seconds: wish.seconds, price, balance })}
    </Notice>
  );
}
