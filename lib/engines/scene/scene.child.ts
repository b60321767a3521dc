/** Draws scenes in a process of its own: rendering is native code, and takes up to a second of processor time. */
import sharp from 'sharp';
import { serveJobs } from '../../platform/child/serve-jobs';
import { encodePixels } from '../../platform/image-file/encode-pixels';
import { describeScene } from './draw/describe-scene';
import { isWritable } from './draw/letters';
import { paintScene } from './draw/paint-scene';
import type { Pixels } from './draw/styles/pixels';
import type { SceneAnswer, SceneJob } from './jobs';
import { readScene } from './read/read-scene';

/** PNG's fastest compression that still finds even areas. */
const COMPRESSION_LEVEL = 2;

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<SceneJob, 'bytes'>, SceneAnswer>(draw);

async function draw({ prompt, negativePrompt, width, height, style, seed, output }: SceneJob): Promise<SceneAnswer> {
  const { scene, notDrawn, unmet } = readScene(prompt, { negativePrompt, seed });
  const image = paintScene(scene, { width, height, style, seed });
  const bytes = output ? await encodePixels(withoutAlpha(image), output) : await toPng(image);
  const fields = new Set(isWritable(scene) ? unmet : ['prompt' as const, ...unmet]);
  return { bytes, description: describeScene(scene, notDrawn), unmet: [...fields] };
}

function toPng({ data, width, height }: Pixels): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return image.removeAlpha().png({ compressionLevel: COMPRESSION_LEVEL }).toBuffer();
}

/** The colors alone: a scene is opaque. The pixels are moved together in their own memory. */
function withoutAlpha({ data, width, height }: Pixels) {
  for (let from = 0, to = 0; from < data.length; from += 4) {
    data[to++] = data[from] ?? 0;
    data[to++] = data[from + 1] ?? 0;
    data[to++] = data[from + 2] ?? 0;
  }
  return { bytes: data.subarray(0, width * height * 3), width, height, channels: 3 as const };
}
