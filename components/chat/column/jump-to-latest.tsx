import { ArrowDown } from 'lucide-react';
import { Button } from '@/components/ui/button';

/** Scrolls to the end of the messages; overlays the bottom of the column. */
export function JumpToLatest({ onJump }: { onJump: () => void }) {
  return (
    <Button
      size="small"
      onClick={onJump}
      data-testid="jump-to-latest"
      className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-float print:hidden"
    >
      <ArrowDown aria-hidden />
      Jump to latest
    </Button>
  );
}
