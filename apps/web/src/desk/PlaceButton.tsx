import { FileSearch } from 'lucide-react';

interface PlaceButtonProps {
  /** `등기부등본 · 을구 3번 · 2쪽` */
  where: string;
  onOpen: () => void;
}

/** A place on paper; a press shows it. */
export const PlaceButton = ({ where, onOpen }: PlaceButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onOpen}
    className="inline-flex min-h-9 items-center gap-1.5 rounded-lg bg-sunken px-3 py-1 text-left font-medium hover:bg-line"
  >
    <FileSearch aria-hidden className="size-4 shrink-0 text-accent print:hidden" />
    {where}
  </button>
);
