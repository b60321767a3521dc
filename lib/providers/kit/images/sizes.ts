import type { EditCall, ImageCall } from '../../image-spec';
import type { DrawField, EditField } from './fields';

/** A size in pixels. */
export type Size = { width: number; height: number };

/** Pixels of an edge of a square image of `1K`. */
const EDGE_OF_1K = 1_024;
/** How much two ratios may differ and still count as the same: sizes are rounded. */
const SAME_RATIO = 1.03;
/** How much edges may differ and still count as the same resolution: diffusion models round them. */
const SAME_EDGE = 1.1;
/** Edges of edited images are multiples of this; what diffusion models require. */
const MULTIPLE = 16;

/** What decides the size of an edit. */
type EditSize = Pick<EditCall, 'images' | 'size' | 'aspectRatio' | 'resolution'>;

/** The size nearest to the one that is wanted: first by its shape, then by its pixels. @param sizes at least one */
export function nearestSize(sizes: readonly Size[], wanted: Size): Size {
  const shapes = sizes.map((size) => shapeDistance(size, wanted));
  const nearest = Math.min(...shapes);
  const candidates = sizes.filter((_, index) => (shapes[index] ?? 0) <= nearest + 1e-9);
  const pixels = (size: Size) => Math.abs(Math.log((size.width * size.height) / (wanted.width * wanted.height)));
  return candidates.reduce((best, size) => (pixels(size) < pixels(best) ? size : best));
}

/** The aspect ratio (`W:H`) whose shape is nearest to the one that is wanted. @param ratios at least one */
export function nearestRatio(ratios: readonly string[], wanted: Size): string {
  return ratios.reduce((best, ratio) =>
    shapeDistance(sizeOfRatio(ratio), wanted) < shapeDistance(sizeOfRatio(best), wanted) ? ratio : best,
  );
}

/** Whether two sizes have about the same shape. */
function isSameShape(one: Size, other: Size): boolean {
  return shapeDistance(one, other) <= Math.log(SAME_RATIO);
}

/** The fields of a call to draw that an image of another size does not meet. */
export function unmetSize(call: ImageCall, made: Size): DrawField[] {
  if (made.width === call.width && made.height === call.height) return [];
  const isShape = isSameShape(call, made);
  const edge = Math.sqrt((call.width * call.height) / (made.width * made.height));
  const isEdge = edge < SAME_RATIO && edge > 1 / SAME_RATIO;
  return ['width', 'height', ...(isShape ? [] : ['aspect_ratio' as const]), ...(isEdge ? [] : ['resolution' as const])];
}

/**
 * The size in pixels that an edit should have: the one that was requested, or what ratio and resolution amount to. An
 * edge is a multiple of 16; without a resolution, it has the pixels of the base, but at most those of `1K`.
 */
export function sizeOfEdit({ images: [base], size, aspectRatio, resolution }: EditSize): Size {
  if (size) return size;
  const own = base ?? { width: EDGE_OF_1K, height: EDGE_OF_1K };
  const shape = aspectRatio === undefined ? own : sizeOfRatio(aspectRatio);
  const pixels = resolution === undefined ? Math.min(own.width * own.height, EDGE_OF_1K ** 2) : pixelsOf(resolution);
  const scale = Math.sqrt(pixels / (shape.width * shape.height));
  return { width: rounded(shape.width * scale), height: rounded(shape.height * scale) };
}

/** The fields of a call to edit that an image of another size does not meet. */
export function unmetEditSize(call: EditCall, made: Size): EditField[] {
  const wanted = sizeOfEdit(call);
  if (made.width === wanted.width && made.height === wanted.height) return [];
  const isEdge =
    Math.abs(Math.log((made.width * made.height) / (wanted.width * wanted.height))) < 2 * Math.log(SAME_EDGE);
  return [
    'size',
    ...(isSameShape(wanted, made) ? [] : ['aspect_ratio' as const]),
    ...(isEdge ? [] : ['resolution' as const]),
  ];
}

/** `W:H` as a size of that shape. */
function sizeOfRatio(ratio: string): Size {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return { width, height };
}

function shapeDistance(one: Size, other: Size): number {
  return Math.abs(Math.log(one.width / one.height / (other.width / other.height)));
}

/** `2K` is twice the edge of `1K`. */
function pixelsOf(resolution: string): number {
  const thousands = Number.parseFloat(resolution);
  return Number.isFinite(thousands) && thousands > 0 ? (thousands * EDGE_OF_1K) ** 2 : EDGE_OF_1K ** 2;
}

function rounded(pixels: number): number {
  return Math.max(MULTIPLE, Math.round(pixels / MULTIPLE) * MULTIPLE);
}
