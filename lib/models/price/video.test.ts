import { describe, expect, it } from 'vitest';
import { billOf } from './bill';
import { readVideoPrice, VideoPriceLayout, videoParts, type VideoPrice } from './video';

const price = (entry: object): VideoPrice => readVideoPrice(VideoPriceLayout.parse(entry));
const cost = (entry: object, usage: Parameters<typeof videoParts>[1]) =>
  billOf(videoParts(price(entry), usage)).costNano;

describe('the price of a video', () => {
  const perSecond = { per_second: '0.10', resolutions: { '1080p': '0.20' }, audio: '0.05' };

  it.each([
    [{ durationSeconds: 5, resolution: '720p', audio: false }, 500_000_000n],
    [{ durationSeconds: 5, audio: false }, 500_000_000n],
    [{ durationSeconds: 5, resolution: '1080p', audio: false }, 1_000_000_000n],
    [{ durationSeconds: 5, resolution: '1080p', audio: true }, 1_250_000_000n],
    [{ durationSeconds: 0.5, audio: true }, 75_000_000n],
  ])('per second: %j', (usage, expected) => {
    expect(cost(perSecond, usage)).toBe(expected);
  });

  it.each([
    [{ audio: false }, 500_000_000n],
    [{ durationSeconds: 30, resolution: '4k', audio: true }, 900_000_000n],
  ])('per job: %j', (usage, expected) => {
    expect(cost({ generation: '0.5', resolutions: { '4k': '0.8' }, audio: '0.1' }, usage)).toBe(expected);
  });

  it.each([undefined, 0, -1, Number.NaN])('per second is refused without a duration: %s', (durationSeconds) => {
    expect(() => videoParts(price(perSecond), { durationSeconds, audio: false })).toThrow(/duration/);
  });

  it.each([{}, { generation: '1', per_second: '1' }, { per_second: '1', resolutions: { huge: '1' } }])(
    'is invalid in the form %j',
    (entry) => {
      expect(VideoPriceLayout.safeParse(entry).success).toBe(false);
    },
  );
});
