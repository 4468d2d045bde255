/** Short ones are easier to read in one line. */
const ONE_LINE_MAX = 72;

const written = (value: unknown): string => {
  const oneLine = JSON.stringify(value);
  return oneLine.length <= ONE_LINE_MAX ? oneLine : JSON.stringify(value, null, 2);
};

/** What a step is given, or what it answered: as it is, since people decide by it. */
export function StepValue({ label, value }: { label?: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <div className="mt-1 rounded-lg bg-sunken px-2.5 py-2">
      {label && <p className="text-[0.75rem] font-semibold text-ink-soft">{label}</p>}
      <pre className="font-mono text-[0.75rem] leading-relaxed break-all whitespace-pre-wrap">
        {written(value)}
      </pre>
    </div>
  );
}
