import { parseUsd } from '../../../core/money';
import type { DrawModel, EditModel, UpscaleModel } from '../studio-models';
import type { ImageQuality, ImageSettings } from '../types';
import { qualityChoice, sizeChoice } from './size-family';

/** The price in USD of one unit, as the API lists it. */
type Listed = { usd: number };
type Sized = {
  resolutions?: Record<string, Listed> | undefined;
  quality?: Record<string, Partial<Record<ImageQuality, Listed | undefined>>> | undefined;
};

/** What a request of these settings will cost, in nano-USD; null while the model is unknown. */
export function generationCost(settings: ImageSettings, model: DrawModel | null): bigint | null {
  if (!model) return null;
  const { pricing } = model.model_spec;
  const { resolution = model.model_spec.constraints.defaultResolution } = sizeChoice(settings, model);
  const one = rateOfSize(pricing.generation, pricing, resolution, qualityChoice(settings, model));
  return one === null ? null : one * BigInt(settings.variants);
}

/** What one edit costs, in nano-USD; null while the model is unknown. */
export function editCost(model: EditModel | null): bigint | null {
  if (!model) return null;
  const { pricing, constraints } = model.model_spec;
  const { defaultResolution, defaultQuality = null } = constraints;
  const rate = rateOfSize(pricing.inpaint, pricing, defaultResolution, defaultQuality);
  const { inputImages } = pricing;
  // The studio sends one image.
  const additional = inputImages && inputImages.included < 1 ? nanoOf(inputImages.additional) : 0n;
  return rate === null || additional === null ? null : rate + additional;
}

/** What one upscaling costs, in nano-USD; null while the model is unknown. */
export function upscaleCost(model: UpscaleModel | null, scale: 2 | 4): bigint | null {
  return model ? nanoOf(model.model_spec.pricing.upscale[scale === 2 ? '2x' : '4x']) : null;
}

/** What removing a background costs, in nano-USD; null for a model that lists no price for it. */
export function cutoutCost(model: EditModel | null): bigint | null {
  return nanoOf(model?.model_spec.pricing.background_removal);
}

/** By resolution and quality, otherwise by resolution, otherwise the price of any size. */
function rateOfSize(
  any: Listed | undefined,
  { resolutions, quality: byQuality }: Sized,
  resolution: string | undefined,
  quality: ImageQuality | null,
): bigint | null {
  const names = new Set([...Object.keys(resolutions ?? {}), ...Object.keys(byQuality ?? {})]);
  const name = resolution ?? (names.size === 1 ? [...names][0] : undefined) ?? '';
  const row = byQuality?.[name];
  return nanoOf((quality === null ? undefined : row?.[quality]) ?? resolutions?.[name] ?? any);
}

/** The API's numbers have at most nine decimals, so that formatting makes them exact again. */
function nanoOf(price: Listed | undefined): bigint | null {
  return price ? parseUsd(price.usd.toFixed(9)) : null;
}
