/** The largest answer that is taken: beyond it, browsers would be busy with one image. */
const MAX_SVG = 5_000_000;
const MAX_PIXELS = 100_000;
const MAX_MISTAKE = 2_000;

/** An image, and its size in pixels. It is shown only in a frame without a network. */
export type DiagramImage = { svg: string; width: number; height: number };

/** What the drawing frame answers: the image, or Mermaid's message about a mistake in the source. */
export type FrameAnswer = DiagramImage | { mistake: string };

/** The answer to a request; null if it is not of that shape, or too large. */
export function readAnswer(data: unknown, id: number): FrameAnswer | null {
  if (typeof data !== 'object' || data === null || !('id' in data) || data.id !== id) return null;
  if ('mistake' in data) {
    return typeof data.mistake === 'string' ? { mistake: data.mistake.slice(0, MAX_MISTAKE) } : null;
  }
  if (!('svg' in data) || !('width' in data) || !('height' in data)) return null;
  const { svg, width, height } = data;
  if (typeof svg !== 'string' || svg.length > MAX_SVG || !isSize(width) || !isSize(height)) return null;
  return { svg, width, height };
}

const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= MAX_PIXELS;
