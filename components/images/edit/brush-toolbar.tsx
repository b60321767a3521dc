import { Brush, Eraser, Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Stroke } from '@/lib/client/images/mask';

/** Paint or erase, how thick, and undo. @param brush the width of the brush, as a share of the image's width */
export function BrushToolbar({
  strokes,
  brush,
  erases,
  onStrokes,
  onBrush,
  onErases,
}: {
  strokes: readonly Stroke[];
  brush: number;
  erases: boolean;
  onStrokes: (strokes: readonly Stroke[]) => void;
  onBrush: (brush: number) => void;
  onErases: (erases: boolean) => void;
}) {
  return (
    <div role="toolbar" aria-label="Brush" className="flex flex-wrap items-center gap-2">
      <Button size="small" aria-pressed={!erases} className="aria-pressed:bg-ink/8" onClick={() => onErases(false)}>
        <Brush aria-hidden />
        Paint
      </Button>
      <Button size="small" aria-pressed={erases} className="aria-pressed:bg-ink/8" onClick={() => onErases(true)}>
        <Eraser aria-hidden />
        Erase
      </Button>
      <label className="flex min-h-8 min-w-36 flex-1 items-center gap-2 text-sm pointer-coarse:min-h-touch">
        Brush size
        <input
          type="range"
          min={1}
          max={40}
          value={Math.round(brush * 100)}
          onChange={(event) => onBrush(Number(event.target.value) / 100)}
          className="min-w-0 flex-1 accent-(--signal)"
        />
      </label>
      <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes(strokes.slice(0, -1))}>
        <Undo2 aria-hidden />
        Undo
      </Button>
      <Button size="small" disabled={strokes.length === 0} onClick={() => onStrokes([])}>
        Clear mask
      </Button>
    </div>
  );
}
