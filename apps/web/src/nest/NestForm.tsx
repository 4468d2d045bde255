import { BuildingType, type CreateNest } from '@dungji/contracts';
import { useEffect, useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatKrw } from '../i18n/format.ts';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceGroup } from '../ui/ChoiceGroup.tsx';
import { Field, TextInput } from '../ui/Field.tsx';
import { MoneyInput } from '../ui/MoneyInput.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import {
  fieldProblem,
  isNestField,
  type NestField,
  type NestFormValues,
  nestResolver,
} from './nest-form-values.ts';

export interface NestFormProps {
  mode: 'create' | 'edit';
  initial: NestFormValues;
  busy: boolean;
  /** Why the server refused, in plain words. */
  problem: string | null;
  /** Fields the server objected to. */
  refusedFields: readonly string[];
  onSubmit: (nest: CreateNest) => void;
  onCancel: () => void;
}

const MONEY = {
  depositKrw: null,
  monthlyRentKrw: 'monthlyRentHint',
  housePriceKrw: 'housePriceHint',
} as const;

export function NestForm({ mode, initial, busy, problem, refusedFields, onSubmit, onCancel }: NestFormProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const typeLabelId = useId();
  const { register, control, handleSubmit, formState, setError } = useForm<
    NestFormValues,
    unknown,
    CreateNest
  >({
    resolver: nestResolver,
    defaultValues: initial,
  });
  const { errors } = formState;

  useEffect(() => {
    const [first, ...rest] = refusedFields.filter(isNestField);
    if (first) setError(first, { type: 'server' }, { shouldFocus: true });
    for (const field of rest) setError(field, { type: 'server' });
  }, [refusedFields, setError]);

  const errorOf = (field: NestField): string | undefined => {
    const found = fieldProblem(errors, field);
    return found && t(`field.${found}`);
  };
  const text = (field: 'name' | 'roadAddress' | 'detailAddress', hint?: string) => (
    <Field label={t(`nestForm.${field}`)} hint={hint} error={errorOf(field)}>
      {(props) => (
        <TextInput
          {...props}
          {...register(field)}
          placeholder={t(`nestForm.${field}Placeholder`)}
          autoComplete="off"
        />
      )}
    </Field>
  );
  const day = (field: 'contractFrom' | 'contractTo') => (
    <Field label={t(`nestForm.${field}`)} error={errorOf(field)}>
      {(props) => <TextInput {...props} {...register(field)} type="date" max="9999-12-31" />}
    </Field>
  );
  const money = (field: keyof typeof MONEY) => (
    <Controller
      control={control}
      name={field}
      render={({ field: { value, onChange, ref, onBlur, name } }) => (
        <Field
          label={t(`nestForm.${field}`)}
          note={field === 'housePriceKrw' ? t('field.optional') : undefined}
          error={errorOf(field)}
          hint={
            value === null ? (
              MONEY[field] && t(`nestForm.${MONEY[field]}`)
            ) : (
              <AmountInWords>{formatKrw(value, locale)}</AmountInWords>
            )
          }
        >
          {(props) => (
            <MoneyInput
              {...props}
              ref={ref}
              name={name}
              onBlur={onBlur}
              valueKrw={value}
              onValueChange={onChange}
            />
          )}
        </Field>
      )}
    />
  );

  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <fieldset className="grid gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:p-7">
        <legend className="float-left mb-1 text-lg font-bold">{t('nestForm.placeSection')}</legend>
        {text('name')}
        {text('roadAddress')}
        {text('detailAddress', t('nestForm.detailAddressHint'))}
        <div className="grid gap-2">
          <span id={typeLabelId} className="text-sm font-semibold">
            {t('nestForm.buildingType')}
          </span>
          <Controller
            control={control}
            name="buildingType"
            render={({ field: { value, onChange } }) => (
              <ChoiceGroup
                labelledBy={typeLabelId}
                describedBy={errors.buildingType && `${typeLabelId}-error`}
                invalid={errors.buildingType !== undefined}
                choices={BuildingType.options.map((type) => ({
                  value: type,
                  label: t(`buildingType.${type}`),
                }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
          {errors.buildingType && (
            <p id={`${typeLabelId}-error`} className="text-[0.8125rem] font-medium text-danger">
              {errorOf('buildingType')}
            </p>
          )}
        </div>
      </fieldset>

      <fieldset className="grid gap-5 rounded-card bg-surface p-5 shadow-card ring-1 ring-line sm:grid-cols-2 sm:p-7">
        <legend className="float-left mb-1 text-lg font-bold sm:col-span-2">
          {t('nestForm.priceSection')}
        </legend>
        {money('depositKrw')}
        {money('monthlyRentKrw')}
        {money('housePriceKrw')}
        <Field label={t('nestForm.landlordName')} error={errorOf('landlordName')}>
          {(props) => <TextInput {...props} {...register('landlordName')} autoComplete="off" />}
        </Field>
        {day('contractFrom')}
        {day('contractTo')}
      </fieldset>

      {mode === 'create' && (
        <Controller
          control={control}
          name="autoIssue"
          render={({ field: { value, onChange } }) => (
            <Toggle
              label={t('nestForm.autoIssue')}
              hint={t('nestForm.autoIssueHint')}
              checked={value}
              onChange={onChange}
            />
          )}
        />
      )}
      {problem && <Notice tone="danger" role="alert" title={problem} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" busy={busy} className="min-w-36">
          {mode === 'create'
            ? t(busy ? 'nestForm.creating' : 'nestForm.create')
            : t(busy ? 'nestForm.saving' : 'nestForm.save')}
        </Button>
      </div>
    </form>
  );
}

/** The amount as it is said aloud: a slip of one zero is seen at once. */
const AmountInWords = ({ children }: { children: string }) => (
  <span className="font-semibold text-accent tabular-nums">{children}</span>
);
