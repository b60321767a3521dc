/** How an image is shown: its scale, 1 to fit, and how far its center is moved, in pixels. */
export type ZoomView = { scale: number; x: number; y: number };

/** The whole image in the middle. */
export const FIT: ZoomView = { scale: 1, x: 0, y: 0 };
/** One step of a key or a button. */
export const ZOOM_STEP = 1.5;
const MAX_SCALE = 12;

/** How many times larger than its own pixels an image is drawn that fits into a frame. Sizes are in pixels. */
export function fittedScale(
  image: { width: number; height: number },
  frame: { width: number; height: number },
): number {
  return Math.min(frame.width / Math.max(image.width, 1), frame.height / Math.max(image.height, 1));
}

/**
 * Zooms so that the point under the pointer stays where it is.
 * @param point from the center of the frame, in pixels
 * @param frame the width and height of the frame in pixels
 */
export function zoomAt(
  view: ZoomView,
  factor: number,
  point: { x: number; y: number },
  frame: { width: number; height: number },
): ZoomView {
  const scale = Math.min(Math.max(view.scale * factor, 1), MAX_SCALE);
  const ratio = scale / view.scale;
  return withinFrame(
    { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    frame,
  );
}

/** Moves the image, at most so far that it still covers the middle of the frame. */
export function panBy(
  view: ZoomView,
  by: { x: number; y: number },
  frame: { width: number; height: number },
): ZoomView {
  return withinFrame({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);
}

function withinFrame({ scale, x, y }: ZoomView, { width, height }: { width: number; height: number }): ZoomView {
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2];
  const bound = (value: number, most: number) => Math.min(Math.max(value, -most), most) + 0;
  return { scale, x: bound(x, mostX), y: bound(y, mostY) };
}
