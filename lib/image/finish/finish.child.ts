/**
 * Finishes images: decodes, marks, and encodes them in one pass. Native code on bytes from upstreams runs here, so that a
 * crash does not take down the service.
 */
import sharp, { type Sharp } from 'sharp';
import { encodePixels, fromPixels } from '../../platform/image-file/encode-pixels';
import type { Pixels } from '../../platform/image-file/watermark';
import { serveJobs } from '../../platform/child/serve-jobs';
import type { ImageFormat } from '../contract';
import { type FinishAnswer, type FinishJob, MAX_SIDE, SAMPLE_SIDE } from './jobs';

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

/** The largest results: edits keep the size of the largest image that is taken. Enlarged ones have half as many pixels. */
const MAX_PIXELS = 33_177_600;
/**
 * Nothing can be recognized in so few pixels along the longer side, and enlarging them brings nothing back: unlike a
 * blurred image, there is nothing left to sharpen.
 */
const BLURRED_SIDE = 24;
const WHITE = '#ffffff';
/** Of the sample's JPEG, as the classifier's training images had it. */
const SAMPLE_QUALITY = 75;

serveJobs<Omit<FinishJob, 'bytes'>, FinishAnswer>((job) => work(job as FinishJob));

async function work(job: FinishJob): Promise<FinishAnswer> {
  switch (job.kind) {
    case 'finish':
      return finish(job);
    case 'blur':
      return deliver(await blurred(job), job);
    case 'black':
      return deliver(await pixelsOf(blank(job)), job);
  }
}

async function finish(job: Extract<FinishJob, { kind: 'finish' }>): Promise<FinishAnswer> {
  const decoded = await decode(job.bytes, job.format);
  if ('problem' in decoded) return decoded;
  // Before the mark is drawn: what is checked is the image alone.
  const sample = job.withSample ? await sampleOf(decoded) : undefined;
  const answer = await deliver(decoded, job);
  return sample === undefined || 'problem' in answer ? answer : { ...answer, sample };
}

/** The pixels, 8 bits of sRGB, upright; with an alpha channel only if the encoding has one. */
async function decode(
  bytes: Uint8Array,
  format: ImageFormat,
): Promise<Pixels | { problem: 'corrupted' | 'too_many_pixels' }> {
  try {
    const options = { failOn: 'error', sequentialRead: true, pages: 1 } as const;
    const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return { problem: 'too_many_pixels' };
    const image = sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .toColourspace('srgb');
    return await pixelsOf(format === 'jpeg' ? image.flatten({ background: WHITE }) : image);
  } catch {
    return { problem: 'corrupted' };
  }
}

async function deliver(pixels: Pixels, output: FinishJob): Promise<FinishAnswer> {
  const { width, height } = pixels;
  if (Math.max(width, height) > MAX_SIDE[output.format]) return { problem: 'side' };
  return { bytes: await encodePixels(pixels, output), width, height };
}

/** The image as the classifier wants it: on white, without its shape, and after a JPEG's losses. */
async function sampleOf(pixels: Pixels): Promise<Uint8Array> {
  const reduced = fromPixels(pixels)
    .flatten({ background: WHITE })
    .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'fill', kernel: 'linear' });
  const lossy = await reduced.jpeg({ quality: SAMPLE_QUALITY }).toBuffer();
  return (await pixelsOf(sharp(lossy))).bytes;
}

/** Made from the sample, so that the image itself is never needed again. */
async function blurred({ bytes, width, height }: Extract<FinishJob, { kind: 'blur' }>): Promise<Pixels> {
  const share = BLURRED_SIDE / Math.max(width, height);
  const side = (length: number) => Math.max(1, Math.round(length * share));
  const sample: Pixels = { bytes, width: SAMPLE_SIDE, height: SAMPLE_SIDE, channels: 3 };
  const few = await pixelsOf(fromPixels(sample).resize(side(width), side(height), { fit: 'fill' }));
  return pixelsOf(fromPixels(few).resize(width, height, { fit: 'fill', kernel: 'cubic' }));
}

function blank({ width, height }: { width: number; height: number }): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#000000' } });
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) throw new Error(`An image has ${info.channels} channels.`);
  return { bytes: data, width: info.width, height: info.height, channels: info.channels };
}
