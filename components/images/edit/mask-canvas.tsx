'use client';

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { drawStrokes, shownSize, type Stroke } from '@/lib/client/images/mask';

/** How far one arrow key moves the brush, as a share of the image's width. */
const KEY_STEP = 0.03;

/**
 * The image with a brush: what is painted may change. With the keyboard, arrows move the brush and Space paints.
 * @param brush the width of the brush, as a share of the image's width
 */
export function MaskCanvas({
  url,
  image,
  strokes,
  brush,
  erases,
  onStrokes,
}: {
  url: string;
  image: { width: number; height: number };
  strokes: readonly Stroke[];
  brush: number;
  erases: boolean;
  onStrokes: (strokes: readonly Stroke[]) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [current, setCurrent] = useState<Stroke | null>(null);
  const [cursor, setCursor] = useState<{ x: number; y: number } | null>(null);
  const width = brush * image.width;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const context = element.getContext('2d');
    if (context) context.strokeStyle = getComputedStyle(element).color;
    drawStrokes(element, current ? [...strokes, current] : strokes, image);
  }, [strokes, current, image]);
  const pointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * image.width,
      y: ((event.clientY - box.top) / box.height) * image.height,
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cursor ?? { x: image.width / 2, y: image.height / 2 };
    const step = KEY_STEP * image.width;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const move = moves[event.key];
    if (move) {
      setCursor({
        x: Math.min(Math.max(at.x + move[0], 0), image.width),
        y: Math.min(Math.max(at.y + move[1], 0), image.height),
      });
    } else if (event.key === ' ') {
      setCursor(at);
      onStrokes([...strokes, { erases, width, points: [at] }]);
    } else return;
    event.preventDefault();
  };
  return (
    // In the dialog, the field above and the brushes below remain in view.
    <div
      className="relative mx-auto max-h-[55dvh] max-w-full sm:max-h-[max(30dvh,88dvh-26rem)] overflow-hidden rounded-control bg-sunken"
      style={{ aspectRatio: `${image.width} / ${image.height}` }}
    >
      <picture className="contents">
        <img src={url} alt="" draggable={false} className="size-full object-contain select-none" />
      </picture>
      <canvas
        ref={canvas}
        {...shownSize(image)}
        tabIndex={0}
        role="application"
        aria-label="Mask: paint what may change. Arrow keys move the brush, Space paints."
        data-testid="mask"
        className="absolute inset-0 size-full cursor-crosshair touch-none text-signal opacity-60 -outline-offset-2"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setCursor(null);
          setCurrent({ erases, width, points: [pointOf(event)] });
        }}
        onPointerMove={(event) => {
          if (current) setCurrent({ ...current, points: [...current.points, pointOf(event)] });
        }}
        onPointerUp={() => {
          if (current) onStrokes([...strokes, current]);
          setCurrent(null);
        }}
        onPointerCancel={() => setCurrent(null)}
        onKeyDown={onKeyDown}
      />
      {cursor ? <BrushCursor cursor={cursor} image={image} width={width} /> : null}
    </div>
  );
}

function BrushCursor({
  cursor,
  image,
  width,
}: {
  cursor: { x: number; y: number };
  image: { width: number; height: number };
  width: number;
}) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const place = {
    left: percent(cursor.x - width / 2, image.width),
    top: percent(cursor.y - width / 2, image.height),
    width: percent(width, image.width),
    height: percent(width, image.height),
  };
  return (
    <span aria-hidden className="pointer-events-none absolute rounded-full border-2 border-signal" style={place} />
  );
}
