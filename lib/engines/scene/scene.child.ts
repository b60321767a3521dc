/** Draws scenes in a process of its own: rendering is native code, and takes up to a second of processor time. */
import sharp from 'sharp';
import { serveJobs } from '../../platform/child/serve-jobs';
import { describeScene } from './draw/describe-scene';
import { isWritable } from './draw/letters';
import { paintScene } from './draw/paint-scene';
import type { SceneAnswer, SceneJob } from './jobs';
import { readScene } from './read/read-scene';

/** PNG's fastest compression that still finds even areas. */
const COMPRESSION_LEVEL = 2;

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<SceneJob, 'bytes'>, SceneAnswer>(draw);

async function draw({ prompt, negativePrompt, width, height, style, seed }: SceneJob): Promise<SceneAnswer> {
  const { scene, notDrawn, unmet } = readScene(prompt, { negativePrompt, seed });
  const image = paintScene(scene, { width, height, style, seed });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  const png = sharp(image.data, { raw }).removeAlpha().png({ compressionLevel: COMPRESSION_LEVEL });
  const fields = new Set(isWritable(scene) ? unmet : ['prompt' as const, ...unmet]);
  return { bytes: await png.toBuffer(), description: describeScene(scene, notDrawn), unmet: [...fields] };
}
