import { TASK_ERROR_CODES, TaskKind, TaskStatus } from '@dungji/contracts';
import { X } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/class-names.ts';
import { controlClass, Field } from '../ui/Field.tsx';
import { shortId } from './ops-format.ts';
import type { TaskFilters } from './ops-search.ts';
import { useOpsText } from './use-ops-text.ts';

interface TaskFilterBarProps {
  filters: TaskFilters;
  /** Ids of the workers known to live; one that is gone may still be asked for. */
  workerIds: readonly string[];
  onChange: (filters: TaskFilters) => void;
}

export function TaskFilterBar({ filters, workerIds, onChange }: TaskFilterBarProps) {
  const t = useOpsText();
  const { kind, status, code, workerId, userId, nestId, inDoubt } = filters;
  const change = (more: TaskFilters) => onChange({ ...filters, ...more });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const workers = [...new Set([...workerIds, ...(workerId ? [workerId] : [])])];
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('tasks.filters')}</legend>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Select
          label={t('tasks.kind')}
          value={kind}
          options={TaskKind.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => change({ kind: value })}
        />
        <Select
          label={t('tasks.status')}
          value={status}
          options={TaskStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(value) => change({ status: value })}
        />
        <Select
          label={t('tasks.code')}
          value={code}
          options={TASK_ERROR_CODES.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ code: value })}
        />
        <Select
          label={t('tasks.worker')}
          value={workerId}
          options={workers.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ workerId: value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="secondary"
          size="small"
          aria-pressed={inDoubt === true}
          className={cx(inDoubt && 'bg-accent-soft text-accent ring-2 ring-accent')}
          onClick={() => change({ inDoubt: inDoubt ? undefined : true })}
        >
          {t('tasks.inDoubt')}
        </Button>
        {userId && (
          <Chosen
            label={`${t('tasks.user')} ${shortId(userId)}`}
            onRemove={() => change({ userId: undefined })}
          />
        )}
        {nestId && (
          <Chosen
            label={`${t('tasks.nest')} ${shortId(nestId)}`}
            onRemove={() => change({ nestId: undefined })}
          />
        )}
        {isFiltered && (
          <Button look="quiet" size="small" onClick={() => onChange({})}>
            {t('tasks.clear')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const Chosen = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button
    look="secondary"
    size="small"
    className="bg-accent-soft text-accent ring-2 ring-accent"
    aria-pressed
    onClick={onRemove}
  >
    {label}
    <X aria-hidden className="size-3.5" />
  </Button>
);

interface SelectProps<Value extends string> {
  label: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
}

function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  const t = useOpsText();
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={(event) => onChange(options.find((option) => option.value === event.target.value)?.value)}
          className={cx(controlClass, 'h-11 text-[0.9375rem]')}
        >
          <option value="">{t('tasks.any')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
