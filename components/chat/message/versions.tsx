import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';

/** ‹ 2/3 ›: switches between the versions of a message. Renders nothing if there is only one. */
export function Versions({ at, of, onStep }: { at: number; of: number; onStep: (by: 1 | -1) => void }) {
  if (of < 2) return null;
  return (
    <span role="group" aria-label="Versions" className="flex items-center print:hidden">
      <IconButton
        size="small"
        label="Earlier version"
        icon={<ChevronLeft />}
        aria-disabled={at === 1}
        className="aria-disabled:opacity-40"
        onClick={() => onStep(-1)}
      />
      <span className="figure-text text-xs text-muted">
        {at}/{of}
      </span>
      <IconButton
        size="small"
        label="Later version"
        icon={<ChevronRight />}
        aria-disabled={at === of}
        className="aria-disabled:opacity-40"
        onClick={() => onStep(1)}
      />
    </span>
  );
}
