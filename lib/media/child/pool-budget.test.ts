import sharp from 'sharp';
import { expect, it } from 'vitest';
import { installTightPool } from '../../platform/child/test-pool';
import { checkImage } from '../check-image';

it('refuses an account that used up its time with 429 and Retry-After, and nobody else', async () => {
  installTightPool('image');
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a3b4c5' } })
    .png()
    .toBuffer();
  const check = (account: string) =>
    checkImage(bytes, { path: ['image'], account, signal: new AbortController().signal });
  expect(await check('greedy')).toMatchObject({ mime: 'image/png' });
  const retryAfterSeconds: unknown = expect.any(Number);
  await expect(check('greedy')).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    status: 429,
    options: { retryAfterSeconds },
  });
  expect(await check('modest')).toMatchObject({ width: 64 });
});
