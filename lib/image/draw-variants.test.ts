import { expect, it } from 'vitest';
import type { ImageModel } from '../providers/image-spec';
import { GenerateImageRequest } from './contract';
import { drawVariants } from './draw-variants';
import { planImage } from './plan/plan-image';
import { drawPlain, serveImageModels } from './testing/test-image-service';

/** Draws a small image for even seeds, and refuses the content of odd ones. */
const prudish: ImageModel = async (call) =>
  call.seed % 2 === 0 ? drawPlain({ ...call, width: 64, height: 64 }) : { image: null };

it('keeps what was drawn if a black image cannot be made in place of another one', async () => {
  const { find } = serveImageModels({ prudish });
  const body = GenerateImageRequest.parse({ model: 'prudish', prompt: 'x', seed: 0, variants: 2, format: 'webp' });
  const plan = planImage(body, find('prudish').model);
  let drawn = 0;
  const variants = await drawVariants(
    // More pixels on a side than the format allows.
    { ...plan, size: { width: 16_400, height: 8 } },
    [],
    {
      account: 'account',
      signal: new AbortController().signal,
      requestId: 'request',
      memory: [],
      onRoute: () => undefined,
      onDrawn: () => (drawn += 1),
    },
  );
  expect(variants).toMatchObject([
    { outcome: 'drawn', seed: 0 },
    { outcome: 'failed', seed: 1, thrown: { code: 'INVALID_REQUEST' } },
  ]);
  expect(drawn).toBe(1);
});
