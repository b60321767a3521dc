import sharp from 'sharp';
import { newId } from '../../lib/core/ids';
import { composeScene } from '../../lib/engines/scene/draw-in-child';
import { cpuSeconds } from '../gateway/processes';
import { PROMPTS } from './prompts';

/**
 * Draws the scenes of the bench without the service, and encodes them like it does.
 * @returns processor time per image, milliseconds
 */
export async function drawDirectly(size: { width: number; height: number; images: number }): Promise<number> {
  const { width, height, images } = size;
  sharp.concurrency(1);
  const { signal } = new AbortController();
  const before = cpuSeconds([process.pid]);
  for (let at = 0; at < images; at += 1) {
    const { prompt = '' } = PROMPTS[at % PROMPTS.length] ?? {};
    const { bytes } = await composeScene({ prompt, seed: 1, width, height, account: newId(), signal });
    await sharp(bytes).webp({ quality: 90, effort: 2 }).toBuffer();
  }
  return ((cpuSeconds([process.pid]) - before) * 1_000) / images;
}
