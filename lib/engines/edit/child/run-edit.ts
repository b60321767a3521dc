/** Runs a whole edit on decoded images. */
import sharp from 'sharp';
import { drawText } from '../draw/draw-text';
import { missingCharacters } from '../draw/font';
import { applyStyle } from '../filters/apply-style';
import { applyFilter } from '../filters/effect';
import { copyOf, type Raster, rasterOf, sharpOf } from '../filters/raster';
import { recolor } from '../filters/recolor';
import { applyTone } from '../filters/tone';
import { type EditAnswer, type EditJob, type EditProblem, MAX_EDIT_PIXELS } from '../jobs';
import type { EditStep } from '../step';
import { changeBackground } from './change-background';
import { blend, collage, place } from './combine';
import { resizeTo } from './fit-size';
import { addBorder, crop, cropToRatio, flip, resize, rotate, roundCorners } from './reshape';

/** The base may have this many pixels; more would have been refused when it was read. */
const MAX_INPUT_PIXELS = 40_000_000;

type Work = { raster: Raster; images: readonly Raster[]; segmenter?: string; segmented: boolean };
type Result = Raster | { problem: EditProblem };

/** Decodes the images, does all steps, and encodes the result as PNG. */
export async function runEdit(job: EditJob): Promise<EditAnswer> {
  const parts = partsOf(job);
  const mask = job.hasMask ? parts.pop() : undefined;
  let images: Raster[];
  try {
    images = await Promise.all(parts.map(decode));
  } catch {
    return { problem: { type: 'undecodable' } };
  }
  const [base] = images;
  if (!base) return { problem: { type: 'missing_image', image: 0 } };
  const area = mask ? await readMask(mask, base) : null;
  if (area && 'problem' in area) return area;
  const work: Work = { raster: copyOf(base), images, segmenter: job.segmenter, segmented: false };
  for (const step of job.steps) {
    const result = await applyStep(work, step);
    if ('problem' in result) return result;
    work.raster = result;
  }
  if (area) keepOutside(work.raster, base, area.free);
  const whole = await finalSize(work.raster, job);
  const image = isOpaque(whole) ? sharpOf(whole).removeAlpha() : sharpOf(whole);
  const bytes = await image.png({ compressionLevel: 3 }).toBuffer();
  return { bytes, width: whole.width, height: whole.height, segmented: work.segmented };
}

function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function partsOf({ bytes, lengths }: EditJob): Uint8Array[] {
  let at = 0;
  return lengths.map((length) => bytes.subarray(at, (at += length)));
}

/** An image of at most the size that is edited. */
async function decode(bytes: Uint8Array): Promise<Raster> {
  const options = { limitInputPixels: MAX_INPUT_PIXELS, pages: 1 } as const;
  const { width, height } = await sharp(bytes, options).metadata();
  const shrink = Math.sqrt(MAX_EDIT_PIXELS / (width * height));
  const image = sharp(bytes, options).autoOrient();
  if (shrink >= 1) return rasterOf(image);
  return rasterOf(
    image.resize({
      width: Math.max(1, Math.floor(width * shrink)),
      height: Math.max(1, Math.floor(height * shrink)),
      fit: 'inside',
    }),
  );
}

/** How free every pixel of the base is to change, 0…255. */
async function readMask(
  bytes: Uint8Array,
  base: Raster,
): Promise<{ free: Uint8ClampedArray } | { problem: EditProblem }> {
  try {
    const mask = await rasterOf(
      sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS, pages: 1 }).resize(base.width, base.height, { fit: 'fill' }),
    );
    const free = new Uint8ClampedArray(base.width * base.height);
    for (let index = 0; index < free.length; index += 1) free[index] = 255 - (mask.data[index * 4 + 3] ?? 255);
    return free.some((value) => value > 0) ? { free } : { problem: { type: 'opaque_mask' } };
  } catch {
    return { problem: { type: 'undecodable' } };
  }
}

/** What the mask does not free stays as it was. */
function keepOutside({ data }: Raster, base: Raster, free: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 1) {
    const kept = base.data[at] ?? 0;
    data[at] = kept + (((data[at] ?? 0) - kept) * (free[at >> 2] ?? 0)) / 255;
  }
}

async function finalSize(raster: Raster, { ratio, size }: EditJob): Promise<Raster> {
  const wanted = size ?? ratio;
  if (!wanted) return raster;
  const cut = await cropToRatio(raster, { ...wanted, anchor: 'center' });
  return size ? resizeTo(cut, size.width, size.height) : cut;
}

async function applyStep(work: Work, step: EditStep): Promise<Result> {
  const { raster } = work;
  switch (step.kind) {
    case 'tone':
      applyTone(raster, step.tone, step.amount);
      return raster;
    case 'filter':
      return applyFilter(raster, step.filter, step.amount);
    case 'style':
      return applyStyle(raster, step.style);
    case 'recolor':
      recolor(raster, step.from, step.to);
      return raster;
    case 'crop-to-ratio':
      return cropToRatio(raster, step);
    case 'crop':
      return crop(raster, step);
    case 'rotate':
      return rotate(raster, step);
    case 'flip':
      return flip(raster, step);
    case 'resize':
      return resize(raster, step);
    case 'scale':
      return resizeTo(raster, raster.width * step.factor, raster.height * step.factor);
    case 'border':
      return addBorder(raster, step);
    case 'round-corners':
      return roundCorners(raster, step);
    default:
      return applyComposing(work, step);
  }
}

type ComposingStep = Extract<EditStep, { kind: 'text' | 'background' | 'place' | 'collage' | 'blend' }>;

async function applyComposing(work: Work, step: ComposingStep): Promise<Result> {
  const { raster, images } = work;
  if (step.kind === 'text') {
    const characters = missingCharacters(step.text);
    return characters === '' ? drawText(raster, step) : { problem: { type: 'characters', characters } };
  }
  if (step.kind === 'collage') return collageOf(work, step);
  const image = step.kind === 'background' ? (step.to.type === 'image' ? step.to.image : undefined) : step.image;
  const other = image === undefined ? undefined : images[image];
  if (image !== undefined && !other) return { problem: { type: 'missing_image', image } };
  if (step.kind === 'background') {
    const changed = await changeBackground(raster, step.to, { other, segmenter: work.segmenter });
    if (!changed) return { problem: { type: 'no_background' } };
    work.segmented ||= changed.segmented;
    return changed.raster;
  }
  // The image was checked above.
  const second = other ?? raster;
  return step.kind === 'place' ? place(raster, second, step) : blend(raster, second, step.amount);
}

async function collageOf(
  { raster, images }: Work,
  { images: listed, layout }: Extract<EditStep, { kind: 'collage' }>,
): Promise<Result> {
  const wanted = listed ?? [...images.keys()];
  const missing = images.length < 2 ? 1 : wanted.find((index) => index >= images.length);
  if (missing !== undefined) return { problem: { type: 'missing_image', image: missing } };
  return collage(
    wanted.flatMap((index) => (index === 0 ? raster : (images[index] ?? []))),
    layout,
    raster,
  );
}
