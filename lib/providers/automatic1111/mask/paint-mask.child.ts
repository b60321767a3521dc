/** Converts masks. Native code on callers' pixels runs here, so that a crash does not take down the service. */
import sharp from 'sharp';
import { serveJobs } from '../../../platform/child/serve-jobs';
import type { PaintMaskAnswer } from './paint-mask';

sharp.concurrency(1);
sharp.cache(false);

serveJobs<object, PaintMaskAnswer>(async ({ bytes }) => {
  try {
    // The alpha channel as shades of gray, inverted: white where the mask is transparent.
    const gray = sharp(bytes, { failOn: 'error' }).ensureAlpha().extractChannel('alpha').negate();
    return { bytes: await gray.png({ compressionLevel: 3 }).toBuffer() };
  } catch {
    return { problem: 'corrupted' };
  }
});
