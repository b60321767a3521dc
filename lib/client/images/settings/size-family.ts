import type { DrawModel } from '../studio-models';
import type { ImageQuality, ImageSettings } from '../types';
import { IMAGE_BOUNDS } from './bounds';

/** A size to choose with one click. */
export type SizePreset = { label: string; width: number; height: number };

/**
 * How the size of a model's images is chosen: in pixels, by aspect ratio, or by resolution, with an aspect ratio if it
 * has several.
 */
export type SizeFamily =
  | { kind: 'pixels'; divisor: number; presets: readonly SizePreset[] }
  | { kind: 'ratios'; ratios: readonly string[]; defaultRatio: string }
  | {
      kind: 'resolutions';
      resolutions: readonly string[];
      defaultResolution: string;
      /** Empty if it has none. */
      ratios: readonly string[];
      defaultRatio: string | null;
    };

const PRESETS: readonly SizePreset[] = [
  { label: 'Square', width: 1024, height: 1024 },
  { label: 'Portrait', width: 832, height: 1216 },
  { label: 'Landscape', width: 1216, height: 832 },
  { label: 'Tall', width: 720, height: 1280 },
  { label: 'Wide', width: 1280, height: 720 },
  { label: 'Small', width: 512, height: 512 },
];
/** Without a model, and for models that name no divisor. */
const DIVISOR = 8;

/** The size family of a model; pixels while it is unknown. */
export function sizeFamily(model: DrawModel | null): SizeFamily {
  const given = model?.model_spec.constraints;
  const ratios = given?.aspectRatios ?? [];
  const [resolution] = given?.resolutions ?? [];
  if (given?.resolutions && resolution !== undefined) {
    return {
      kind: 'resolutions',
      resolutions: given.resolutions,
      defaultResolution: given.defaultResolution ?? resolution,
      ratios,
      defaultRatio: given.defaultAspectRatio ?? ratios[0] ?? null,
    };
  }
  const [ratio] = ratios;
  if (ratio !== undefined) return { kind: 'ratios', ratios, defaultRatio: given?.defaultAspectRatio ?? ratio };
  return { kind: 'pixels', divisor: given?.widthHeightDivisor ?? DIVISOR, presets: PRESETS };
}

/** The members of a request that choose size and quality, for one model: nothing that it does not take. */
export type SizeChoice = {
  width?: number;
  height?: number;
  aspect_ratio?: string;
  resolution?: string;
  quality?: ImageQuality;
};

/** What of the settings' size applies to a model. Values that it does not list become its defaults. */
export function sizeChoice(settings: ImageSettings, model: DrawModel | null): SizeChoice {
  const family = sizeFamily(model);
  const quality = qualityChoice(settings, model);
  const rest = quality === null ? {} : { quality };
  if (family.kind === 'pixels') {
    return {
      width: fitSide(settings.width, family.divisor),
      height: fitSide(settings.height, family.divisor),
      ...rest,
    };
  }
  const ratio = among(settings.aspectRatio, family.ratios) ?? family.defaultRatio;
  return {
    ...(ratio !== null && { aspect_ratio: ratio }),
    ...(family.kind === 'resolutions' && {
      resolution: among(settings.resolution, family.resolutions) ?? family.defaultResolution,
    }),
    ...rest,
  };
}

/** The quality that applies to a model; null if it has only one. */
export function qualityChoice(settings: Pick<ImageSettings, 'quality'>, model: DrawModel | null): ImageQuality | null {
  const { qualities, defaultQuality } = model?.model_spec.constraints ?? {};
  if (!qualities) return null;
  return among(settings.quality, qualities) ?? defaultQuality ?? qualities[0] ?? null;
}

/** A side within the bounds, rounded down to a multiple of the divisor, as the service would do. */
export function fitSide(side: number, divisor: number): number {
  const { minSide, maxSide } = IMAGE_BOUNDS;
  const within = Math.min(Math.max(side, minSide), maxSide);
  return Math.max(within - (within % divisor), divisor);
}

function among<V extends string>(value: string | null, list: readonly V[]): V | null {
  return list.find((one) => one === value) ?? null;
}
