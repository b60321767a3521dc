/** Decodes callers' images. Native code on hostile bytes runs here, so that a crash does not take down the service. */
import sharp from 'sharp';
import type { ImageAnswer, ImageJob } from './jobs';
import { serveJobs } from '../../platform/child/serve-jobs';

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<ImageJob, 'bytes'>, ImageAnswer>(decode);

async function decode({ bytes, maxPixels, minSide }: ImageJob): Promise<ImageAnswer> {
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 } as const;
    const { width, height } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { problem: 'too_many_pixels' };
    if (Math.min(width, height) < minSide) return { problem: 'too_small' };
    // The last row comes after all others: everything is decoded, and next to nothing kept.
    const lastRow = { left: 0, top: height - 1, width, height: 1 };
    await sharp(bytes, options).extract(lastRow).raw().toBuffer();
    return { width, height };
  } catch {
    return { problem: 'corrupted' };
  }
}
