import { newId } from '../../lib/core/ids';
import { composeScene } from '../../lib/engines/scene/draw-in-child';
import { cpuSeconds } from '../gateway/processes';
import { PROMPTS } from './prompts';

/**
 * Lets the engine draw and encode the scenes of the bench without the service.
 * @returns processor time per image, milliseconds
 */
export async function drawDirectly(size: { width: number; height: number; images: number }): Promise<number> {
  const { width, height, images } = size;
  const output = { format: 'webp', watermark: false } as const;
  const { signal } = new AbortController();
  const before = cpuSeconds([process.pid]);
  for (let at = 0; at < images; at += 1) {
    const { prompt = '' } = PROMPTS[at % PROMPTS.length] ?? {};
    await composeScene({ prompt, seed: 1, width, height, output, account: newId(), signal });
  }
  return ((cpuSeconds([process.pid]) - before) * 1_000) / images;
}
