import { describe, expect, it } from 'vitest';
import { drawModel } from '../test-models';
import { DEFAULT_IMAGE_SETTINGS as SETTINGS } from './default-settings';
import { fitSide, sizeChoice, sizeFamily } from './size-family';

const pixels = drawModel('pixels', { widthHeightDivisor: 16 });
const ratios = drawModel('ratios', { aspectRatios: ['1:1', '16:9'], defaultAspectRatio: '16:9' });
const tiers = drawModel('tiers', {
  resolutions: ['1K', '2K'],
  defaultResolution: '2K',
  aspectRatios: ['1:1', '3:4'],
  qualities: ['low', 'high'],
  defaultQuality: 'high',
});

describe('sizeChoice', () => {
  it('sends pixels as multiples of the divisor, and nothing else', () => {
    const settings = {
      ...SETTINGS,
      width: 1_000,
      height: 700,
      aspectRatio: '1:1',
      resolution: '2K',
      quality: 'low' as const,
    };
    expect(sizeChoice(settings, pixels)).toEqual({ width: 992, height: 688 });
  });

  it('sends a ratio that the model has, otherwise its default', () => {
    expect(sizeChoice({ ...SETTINGS, aspectRatio: '1:1' }, ratios)).toEqual({ aspect_ratio: '1:1' });
    expect(sizeChoice({ ...SETTINGS, aspectRatio: '2:3' }, ratios)).toEqual({ aspect_ratio: '16:9' });
  });

  it('sends resolution, ratio, and quality of models with resolutions', () => {
    expect(sizeChoice(SETTINGS, tiers)).toEqual({ resolution: '2K', aspect_ratio: '1:1', quality: 'high' });
    expect(sizeChoice({ ...SETTINGS, resolution: '1K', aspectRatio: '3:4', quality: 'low' }, tiers)).toEqual({
      resolution: '1K',
      aspect_ratio: '3:4',
      quality: 'low',
    });
    expect(sizeChoice({ ...SETTINGS, resolution: '4K', quality: 'medium' }, tiers)).toMatchObject({
      resolution: '2K',
      quality: 'high',
    });
  });
});

it('finds the family of each model', () => {
  expect([pixels, ratios, tiers, null].map((model) => sizeFamily(model).kind)).toEqual([
    'pixels',
    'ratios',
    'resolutions',
    'pixels',
  ]);
});

it.each([
  [1, 8, 64],
  [1_023, 8, 1_016],
  [9_999, 8, 1_280],
  [100, 256, 256],
])('fits a side of %s to multiples of %s: %s', (side, divisor, fitted) => {
  expect(fitSide(side, divisor)).toBe(fitted);
});
