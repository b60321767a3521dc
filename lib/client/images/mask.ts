/** A stroke of the brush: its points and width in pixels of the image. An eraser protects the image again. */
export type Stroke = { erases: boolean; width: number; points: readonly { x: number; y: number }[] };

/** The longest side of the preview in which strokes are drawn, in pixels. */
const SHOWN_SIDE = 1_024;

/** Draws strokes onto a canvas of the image's shape, in the canvas's current stroke color. */
export function drawStrokes(canvas: HTMLCanvasElement, strokes: readonly Stroke[], image: { width: number }): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const scale = canvas.width / image.width;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const { erases, width, points } of strokes) {
    context.globalCompositeOperation = erases ? 'destination-out' : 'source-over';
    context.lineWidth = width * scale;
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x * scale, y * scale);
    // A line without length would draw nothing.
    const [first, second] = points;
    if (first && !second) context.lineTo(first.x * scale + 0.01, first.y * scale);
    context.stroke();
  }
  context.globalCompositeOperation = 'source-over';
}

/** The size of the canvas that shows strokes: the image's shape, no larger than it must be. */
export function shownSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SHOWN_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The mask of strokes as a PNG in the image's size: transparent where it may change, black elsewhere. */
export async function maskOf(strokes: readonly Stroke[], image: { width: number; height: number }): Promise<Blob> {
  const brush = document.createElement('canvas');
  const mask = document.createElement('canvas');
  for (const canvas of [brush, mask]) Object.assign(canvas, { width: image.width, height: image.height });
  drawStrokes(brush, strokes, image);
  const context = mask.getContext('2d');
  if (context) {
    context.fillRect(0, 0, mask.width, mask.height);
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(brush, 0, 0);
  }
  return new Promise((resolve, reject) => {
    mask.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no mask'))), 'image/png');
  });
}
