'use client';

import { useRef, useState, type PointerEvent, type RefObject, type WheelEvent } from 'react';
import { FIT, panBy, zoomAt, ZOOM_STEP, type ZoomView } from '@/lib/client/images/zoom';

/** A wheel's distance that doubles the scale, in pixels. */
const WHEEL_PIXELS = 400;

/** Zooming and panning an image with keys, wheel, one pointer, or two. */
export function useZoom(frame: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<ZoomView>(FIT);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const size = () => ({ width: frame.current?.clientWidth ?? 1, height: frame.current?.clientHeight ?? 1 });
  /** A position from the center of the frame. */
  const fromCenter = (at: { clientX: number; clientY: number }) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: at.clientX - box.left - box.width / 2, y: at.clientY - box.top - box.height / 2 };
  };
  const zoom = (factor: number, point = { x: 0, y: 0 }) => setView((before) => zoomAt(before, factor, point, size()));
  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const at = fromCenter(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) zoom(distance(at, other) / Math.max(distance(before, other), 1), middle(at, other));
    else setView((shown) => panBy(shown, { x: at.x - before.x, y: at.y - before.y }, size()));
    pointers.current.set(event.pointerId, at);
  };
  return {
    view,
    fit: () => setView(FIT),
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    pan: (x: number, y: number) => setView((before) => panBy(before, { x, y }, size())),
    /** The listeners of the frame. */
    listeners: {
      onWheel: (event: WheelEvent) => zoom(2 ** (-event.deltaY / WHEEL_PIXELS), fromCenter(event)),
      onDoubleClick: (event: React.MouseEvent) => (view.scale > 1 ? setView(FIT) : zoom(2, fromCenter(event))),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, fromCenter(event));
      },
      onPointerMove: move,
      onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
    },
  };
}

type Point = { x: number; y: number };
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
