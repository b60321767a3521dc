import { describe, expect, it } from 'vitest';
import { drawModel, editModel, upscaleModel } from '../test-models';
import { DEFAULT_IMAGE_SETTINGS as SETTINGS } from './default-settings';
import { cutoutCost, editCost, generationCost, upscaleCost } from './image-cost';

const pair = (usd: number) => ({ usd, diem: usd });

describe('generationCost', () => {
  it('multiplies the price of any size by the variants', () => {
    expect(generationCost({ ...SETTINGS, variants: 3 }, drawModel('flat'))).toBe(6_000_000n);
  });

  it('is exact', () => {
    const model = drawModel('exact', {}, { generation: pair(0.1) });
    expect(generationCost({ ...SETTINGS, variants: 3 }, model)).toBe(300_000_000n);
  });

  it('follows the resolution and the quality, and their defaults', () => {
    const model = drawModel(
      'tiers',
      { resolutions: ['1K', '2K'], defaultResolution: '1K', qualities: ['low', 'high'], defaultQuality: 'low' },
      {
        resolutions: { '1K': pair(0.04), '2K': pair(0.08) },
        quality: { '1K': { low: pair(0.01), high: pair(0.05) } },
      },
    );
    expect(generationCost(SETTINGS, model)).toBe(10_000_000n);
    expect(generationCost({ ...SETTINGS, quality: 'high' }, model)).toBe(50_000_000n);
    expect(generationCost({ ...SETTINGS, resolution: '2K' }, model)).toBe(80_000_000n);
  });

  it('is unknown without a model', () => {
    expect(generationCost(SETTINGS, null)).toBeNull();
  });
});

it('knows what edits cost', () => {
  expect(editCost(editModel('edit'))).toBe(30_000_000n);
  const counted = (included: number) =>
    editModel('edit', { inpaint: pair(0.03), inputImages: { included, additional: pair(0.01) } });
  expect(editCost(counted(0))).toBe(40_000_000n);
  expect(editCost(counted(1))).toBe(30_000_000n);
  expect(cutoutCost(editModel('edit'))).toBeNull();
  expect(cutoutCost(editModel('edit', { inpaint: pair(0.03), background_removal: pair(0.001) }))).toBe(1_000_000n);
  expect([upscaleCost(upscaleModel('up'), 2), upscaleCost(upscaleModel('up'), 4)]).toEqual([20_000_000n, 80_000_000n]);
});
