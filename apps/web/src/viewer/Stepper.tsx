import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../ui/Button.tsx';

interface StepperProps {
  text: string;
  previous: string;
  next: string;
  /** From 0. */
  at: number;
  count: number;
  onAt: (at: number) => void;
}

export const Stepper = ({ text, previous, next, at, count, onAt }: StepperProps) => (
  <div className="flex items-center gap-1">
    <Button
      look="quiet"
      size="icon"
      aria-label={previous}
      aria-disabled={at <= 0}
      onClick={() => at > 0 && onAt(at - 1)}
    >
      <ChevronLeft aria-hidden className="size-5" />
    </Button>
    <span aria-live="polite" className="min-w-16 text-center text-sm font-semibold tabular-nums">
      {text}
    </span>
    <Button
      look="quiet"
      size="icon"
      aria-label={next}
      aria-disabled={at >= count - 1}
      onClick={() => at < count - 1 && onAt(at + 1)}
    >
      <ChevronRight aria-hidden className="size-5" />
    </Button>
  </div>
);
