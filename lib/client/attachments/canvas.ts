import { MIN_SIDE } from './bounds';

/** Image operations: measuring and resizing. */
export type Canvas = {
  /** In pixels; null if it cannot be decoded. */
  measure(image: Blob): Promise<{ width: number; height: number } | null>;
  /** A copy of the first frame with no side longer than `longestSide`. */
  redraw(image: Blob, longestSide: number, type: 'image/png' | 'image/jpeg'): Promise<Blob>;
};

/** Still readable for a model, with a tenth of the bytes. */
const JPEG_QUALITY = 0.85;

/** The browser's implementation. */
export const browserCanvas: Canvas = {
  async measure(image) {
    try {
      const bitmap = await createImageBitmap(image);
      const { width, height } = bitmap;
      bitmap.close();
      return { width, height };
    } catch {
      return null;
    }
  },
  async redraw(image, longestSide, type) {
    const bitmap = await createImageBitmap(image);
    const { width, height } = bitmap;
    // A long strip stays at least as wide as the minimum.
    const scale = Math.min(1, Math.max(longestSide / Math.max(width, height), MIN_SIDE / Math.min(width, height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (context && type === 'image/jpeg') {
      // Transparent pixels would be black in a JPEG.
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, JPEG_QUALITY);
    });
  },
};

/** Reads a blob into a `data:` URL. */
export async function toDataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))));
    // Yields regularly, so that a large file does not block the page.
    if (pieces.length % PIECES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return `data:${blob.type};base64,${pieces.join('')}`;
}

/** A multiple of three, so that the base64 pieces join without padding. */
const PIECE_BYTES = 24_576;
const PIECES_AT_ONCE = 64;
