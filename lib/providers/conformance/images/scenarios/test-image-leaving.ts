import { describe, expect, it } from 'vitest';
import type { ImageProgress } from '../../../image-spec';
import { DOT } from '../wire';
import { LightController } from '../../../../platform/light-controller';
import { draw, eventually, type ImageFixture, QUICK } from './test-image-run';

/** Progress and previews while the upstream works, and that it stops when nobody wants the image any more. */
export function testImageLeaving(fixture: ImageFixture): void {
  const stopped = () => fixture.upstream().wire().stopped(fixture.upstream().requests);

  if (fixture.has('progress')) {
    it('reports progress and previews', async () => {
      const reports: ImageProgress[] = [];
      const progress = { share: 0.5, preview: DOT.bytes };
      const onProgress = (report: ImageProgress) => reports.push(report);
      const { error } = await draw(fixture, { workMs: 1_500, progress }, { onProgress });
      expect(error).toBeNull();
      expect(reports.every(({ share }) => share === 0.5)).toBe(true);
      const previews = reports.flatMap(({ preview }) => preview ?? []);
      expect(previews[0]?.mime).toBe('image/png');
      expect(Buffer.from(previews[0]?.bytes ?? []).equals(DOT.bytes)).toBe(true);
    });
  }

  describe('a caller who leaves', () => {
    it('ends the call with the reason, and the upstream stops', async () => {
      const controller = new LightController();
      const reason = new Error('left');
      setTimeout(() => controller.abort(reason), 400);
      const { error } = await draw(fixture, { workMs: 20_000 }, { signal: controller.signal });
      expect(error).toBe(reason);
      expect(await eventually(stopped)).toBe(true);
    });

    it('before the call causes no request', async () => {
      const { error } = await draw(fixture, {}, { signal: AbortSignal.abort(new Error('left')) });
      expect(error).toMatchObject({ message: 'left' });
      expect(fixture.upstream().requests).toEqual([]);
    });
  });

  it('a timeout stops the upstream, too', async () => {
    const { error } = await draw(fixture, { workMs: 20_000 }, {}, QUICK);
    expect(error).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(await eventually(stopped)).toBe(true);
  });

  it('leaves no socket open', async () => {
    expect((await draw(fixture, {})).error).toBeNull();
    expect(await eventually(() => fixture.upstream().sockets().open === 0)).toBe(true);
  });
}
