import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FetchTimes } from '../../../../platform/fetch';
import type { ImagePlay } from '../wire';
import { LightController } from '../../../../platform/light-controller';
import { eventually, type ImageFixture, play, QUICK, removalCall, SECRET } from './test-image-run';

/** Removing backgrounds: by upstreams that can, and by no other. */
export function testBackgrounds(fixture: ImageFixture): void {
  if (fixture.has('background removal')) testRemoving(fixture);
  else {
    it('does not offer to remove backgrounds, so that no model without the ability is served for it', () => {
      const { origin } = fixture.upstream();
      expect(fixture.adapter.make({ origin, secret: SECRET }).removeBackground).toBeUndefined();
    });
  }
}

function testRemoving(fixture: ImageFixture): void {
  const upstream = () => fixture.upstream();
  const remove = (script: ImagePlay, call = removalCall(fixture), times?: Partial<FetchTimes>) =>
    play(fixture, script, ({ removeBackground }) => removeBackground?.(call), times);

  describe('removing a background', () => {
    it('sends the image and the credential to the model, and returns the image with its transparency', async () => {
      const cut = { create: { width: 3, height: 2, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } } };
      const image = await sharp(cut).png().toBuffer();
      const source = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#abc' } })
        .jpeg()
        .toBuffer();
      const call = removalCall(fixture, { image: { bytes: source, mime: 'image/jpeg', width: 3, height: 2 } });
      const { result, error } = await remove({ image }, call);
      expect(error).toBeNull();
      expect(result?.image?.mime).toBe('image/png');
      expect(image.equals(result?.image?.bytes ?? new Uint8Array())).toBe(true);
      expect(result?.notApplied ?? []).toEqual([]);
      const seen = upstream().wire().read(upstream().requests);
      expect(seen).toMatchObject({ model: fixture.adapter.models.removeBackground, authorized: true });
      expect(seen.images).toHaveLength(1);
      expect(source.equals(seen.images?.[0] ?? new Uint8Array())).toBe(true);
    });

    it('fails as every other call does', async () => {
      const refused = await remove({ refusal: { status: 400, message: 'no such picture' } });
      expect(refused.error).toMatchObject({ code: 'INVALID_REQUEST' });
      const broken = await remove({ cut: true });
      expect(broken.error).toMatchObject({ code: 'INFERENCE_FAILED' });
      const silent = await remove({ delayMs: 2_000 }, removalCall(fixture), QUICK);
      expect(silent.error).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    });

    it('stops when the caller leaves', async () => {
      const controller = new LightController();
      const removing = remove({ workMs: 20_000 }, removalCall(fixture, { signal: controller.signal }));
      const isStarted = () => upstream().requests.some((one) => upstream().wire().partOf(one) !== 'other');
      expect(await eventually(isStarted)).toBe(true);
      controller.abort(new Error('left'));
      expect((await removing).error).toMatchObject({ message: 'left' });
      expect(await eventually(() => upstream().wire().stopped(upstream().requests))).toBe(true);
    });
  });
}
