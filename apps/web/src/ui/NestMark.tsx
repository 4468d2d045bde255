/** The product's mark. Decorative: the name stands beside it. */
export function NestMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7.5 15.5h17a8.5 8.5 0 0 1-17 0Z" />
        <path d="M11.5 15c0-3.4 2-6 4.5-6s4.5 2.6 4.5 6" />
      </g>
    </svg>
  );
}
