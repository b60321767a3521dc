import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testImageModel } from '../testing/test-image-service';
import { nearestRatio, planSize } from './image-size';

const pixels = testImageModel('pixels', { widthHeightDivisor: 64 });
const ratios = testImageModel('ratios', {
  aspectRatios: ['1:1', '16:9', '9:16'],
  defaultAspectRatio: '16:9',
  widthHeightDivisor: 16,
});
const tiers = testImageModel('tiers', {
  resolutions: ['1K', '2K', '512'],
  defaultResolution: '2K',
  aspectRatios: ['1:1', '3:2'],
  defaultAspectRatio: '1:1',
  qualities: ['low', 'high'],
  defaultQuality: 'high',
});
const free = testImageModel('free', { resolutions: ['1K'], defaultResolution: '1K' });

describe('a model that takes pixels', () => {
  it('rounds down to its divisor, and never to nothing', () => {
    expect(planSize({ width: 1_000, height: 130 }, pixels).size).toEqual({ width: 960, height: 128 });
    expect(planSize({ width: 1, height: 1_280 }, pixels).size).toEqual({ width: 64, height: 1_280 });
    expect(planSize({}, pixels).size).toEqual({ width: 1_024, height: 1_024 });
  });

  it('ignores the words of other families, and says so', () => {
    const planned = planSize({ aspect_ratio: '16:9', resolution: '4K', quality: 'low' }, pixels);
    expect(planned).toEqual({
      size: { width: 1_024, height: 1_024 },
      notApplied: ['aspect_ratio', 'resolution', 'quality'],
    });
  });
});

describe('a model with aspect ratios', () => {
  it('takes those of its list, else its default', () => {
    expect(planSize({ aspect_ratio: '9:16' }, ratios).size).toMatchObject({
      aspectRatio: '9:16',
      width: 768,
      height: 1_360,
    });
    expect(planSize({}, ratios).size).toMatchObject({ aspectRatio: '16:9' });
    expect(planSize({ width: 512, height: 512, resolution: '1K' }, ratios)).toMatchObject({
      size: { aspectRatio: '16:9' },
      notApplied: ['width', 'height', 'resolution'],
    });
  });

  it('refuses others with the list', () => {
    expect(() => planSize({ aspect_ratio: '4:3' }, ratios)).toThrow('aspect_ratio: Must be one of: 1:1, 16:9, 9:16');
  });
});

describe('a model with resolutions', () => {
  it('takes resolution, aspect ratio, and quality of its lists, else the defaults', () => {
    expect(planSize({}, tiers).size).toEqual({
      width: 2_048,
      height: 2_048,
      aspectRatio: '1:1',
      resolution: '2K',
      quality: 'high',
    });
    expect(planSize({ resolution: '512', aspect_ratio: '3:2', quality: 'low' }, tiers).size).toMatchObject({
      width: 624,
      height: 416,
      quality: 'low',
    });
  });

  it('refuses others, naming the field', () => {
    expect(() => planSize({ resolution: '4K' }, tiers)).toThrow('resolution: Must be one of: 1K, 2K, 512');
    expect(() => planSize({ quality: 'medium' }, tiers)).toThrow('quality: Must be one of: low, high');
  });

  it('takes the usual aspect ratios if it lists none, and no others', () => {
    expect(planSize({ aspect_ratio: '21:9' }, free).size).toMatchObject({ aspectRatio: '21:9', width: 1_560 });
    expect(() => planSize({ aspect_ratio: '999:1' }, free)).toThrow('aspect_ratio: Must be one of: 1:1, 3:2');
  });
});

describe('every size', () => {
  const side = fc.option(fc.integer({ min: 1, max: 1_280 }), { nil: undefined });
  const divisor = fc.integer({ min: 1, max: 256 });

  it('is a positive multiple of the divisor, at most what was requested or the divisor itself', () => {
    fc.assert(
      fc.property(side, side, divisor, (width, height, widthHeightDivisor) => {
        const { size } = planSize({ width, height }, testImageModel('any', { widthHeightDivisor }));
        for (const [planned, wanted = 1_024] of [
          [size.width, width],
          [size.height, height],
        ] as const) {
          expect(planned % widthHeightDivisor).toBe(0);
          expect(planned).toBeGreaterThan(0);
          expect(planned).toBeLessThanOrEqual(Math.max(wanted, widthHeightDivisor));
          expect(planned).toBeGreaterThan(wanted - widthHeightDivisor);
        }
      }),
    );
  });

  it('of an aspect ratio has its shape and about the area of the square', () => {
    const part = fc.integer({ min: 1, max: 32 });
    fc.assert(
      fc.property(part, part, (width, height) => {
        const ratio = `${width}:${height}`;
        const { size } = planSize({ aspect_ratio: ratio }, { ...free, aspectRatios: [ratio] });
        expect(Math.abs(Math.log((size.width * height) / (size.height * width)))).toBeLessThan(0.1);
        expect(size.width * size.height).toBeLessThanOrEqual(1.05 * 1_024 ** 2);
      }),
    );
  });
});

describe('the nearest aspect ratio', () => {
  it('is that of the pixels, or the one that differs least', () => {
    expect(nearestRatio(['1:1', '3:2', '2:3'], 1_536, 1_024)).toBe('3:2');
    expect(nearestRatio(['1:1', '16:9', '9:16'], 1_024, 1_792)).toBe('9:16');
    expect(nearestRatio([], 1, 1)).toBeUndefined();
  });
});
