/** Reads callers' images. Native code on hostile bytes runs here, so that a crash does not take down the service. */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { serveJobs } from '../../platform/child/serve-jobs';
import type { ReadAnswer, ReadJob } from './jobs';

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<ReadJob, 'bytes'>, ReadAnswer>(read);

async function read(job: ReadJob): Promise<ReadAnswer> {
  try {
    const { bytes, minPixels, maxPixels, maxSide } = job;
    // Only the first image of animated ones.
    const options = { failOn: 'error', sequentialRead: true, pages: 1 } as const;
    const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    // As it is shown: turned, if the file says so.
    const { width, height } = metadata.autoOrient;
    if (width * height > maxPixels) return { problem: 'too_many_pixels', width, height };
    if (Math.max(width, height) > maxSide) return { problem: 'side', width, height };
    if (width * height < minPixels) return { problem: 'too_small', width, height };
    const image = sharp(bytes, { ...options, limitInputPixels: maxPixels });
    return await (isPlain(metadata, job) ? check(image, job) : convert(image, metadata, job));
  } catch {
    return { problem: 'corrupted' };
  }
}

/** Whether adapters take the file as it is: 8 bits of sRGB, upright, one image, and nothing private written into it. */
function isPlain({ depth, space, orientation, pages, icc, exif, xmp, iptc }: Metadata, { type }: ReadJob): boolean {
  const hasMore = icc !== undefined || exif !== undefined || xmp !== undefined || iptc !== undefined;
  const isUpright = orientation === undefined || orientation === 1;
  return type !== 'image/avif' && depth === 'uchar' && space === 'srgb' && isUpright && (pages ?? 1) === 1 && !hasMore;
}

/** Decodes all of the image, and keeps the file. */
async function check(image: Sharp, { type, withTransparency }: ReadJob): Promise<ReadAnswer> {
  const mime = type === 'image/avif' ? 'image/png' : type;
  if (withTransparency) {
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
    return { mime, width: info.width, height: info.height, isTransparent: hasTransparent(data, info.channels) };
  }
  const { width = 0, height = 0 } = await image.metadata();
  // The last row comes after all others: everything is decoded, and next to nothing kept.
  await image
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer();
  return { mime, width, height };
}

/** Decodes the image and encodes it again: photographs as JPEG, because their PNGs are huge; everything else as PNG. */
async function convert(image: Sharp, { hasAlpha }: Metadata, { type, withTransparency }: ReadJob): Promise<ReadAnswer> {
  const { data, info } = await image
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = sharp(data, { raw: { width, height, channels } });
  const isPhotograph = type === 'image/jpeg' && !hasAlpha;
  const encoded = isPhotograph
    ? pixels.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    : pixels.png({ compressionLevel: 3 });
  return {
    ...{ bytes: await encoded.toBuffer(), mime: isPhotograph ? 'image/jpeg' : 'image/png', width, height },
    ...(withTransparency && { isTransparent: hasTransparent(data, channels) }),
  };
}

function hasTransparent(pixels: Uint8Array, channels: number): boolean {
  if (channels !== 4) return false;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}
