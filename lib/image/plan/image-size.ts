import type { ModelOf } from '../../models/model';
import type { ImageQuality } from '../../providers/image-spec';
import type { GenerateImageRequest } from '../contract';
import { chooseValue } from './choose-value';

/** The side of a square image if neither the caller nor the model says otherwise, in pixels. */
const USUAL_SIDE = 1_024;

/** The aspect ratios of a model that has resolutions and no list of its own. */
export const USUAL_RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '5:4', '4:5', '16:9', '9:16', '21:9'] as const;

/** The size of an image: always in pixels, and by name for those models that do not take pixels. */
export type ImageSize = {
  width: number;
  height: number;
  aspectRatio?: string;
  resolution?: string;
  quality?: ImageQuality;
};

type SizeFields = Pick<GenerateImageRequest, 'width' | 'height' | 'aspect_ratio' | 'resolution' | 'quality'>;

/** A size, and the names of the fields that do not apply to the model's family. */
export type PlannedSize = { size: ImageSize; notApplied: string[] };

/**
 * The size of an image, by the model's family (docs/api-rules.md, "Model sizing"): a model with `resolutions` takes a
 * resolution and an aspect ratio, one with `aspectRatios` an aspect ratio, and any other one pixels, which are rounded
 * down to multiples of its divisor.
 * @throws ApiError INVALID_REQUEST for a value outside of the model's list
 */
export function planSize(fields: SizeFields, model: ModelOf<'image'>): PlannedSize {
  const { quality, notApplied } = planQuality(fields, model);
  const ignored = (...names: (keyof SizeFields)[]) => [
    ...names.filter((name) => fields[name] !== undefined),
    ...notApplied,
  ];
  const more = quality === undefined ? {} : { quality };
  const { aspectRatios, resolutions, widthHeightDivisor: divisor } = model;
  if (!resolutions && !aspectRatios) {
    const { width = USUAL_SIDE, height = USUAL_SIDE } = fields;
    const size = { width: roundDown(width, divisor), height: roundDown(height, divisor), ...more };
    return { size, notApplied: ignored('aspect_ratio', 'resolution') };
  }
  const ratios = aspectRatios ?? USUAL_RATIOS;
  const aspectRatio = chooseValue('aspect_ratio', fields.aspect_ratio, ratios, model.defaultAspectRatio) ?? '1:1';
  const resolution = resolutions && chooseValue('resolution', fields.resolution, resolutions, model.defaultResolution);
  const size = {
    ...pixelsOf(aspectRatio, resolution, divisor),
    aspectRatio,
    ...(resolution !== undefined && { resolution }),
    ...more,
  };
  return { size, notApplied: resolutions ? ignored('width', 'height') : ignored('width', 'height', 'resolution') };
}

/**
 * The aspect ratio of a list that is nearest to a size in pixels. Nearness is a ratio of ratios: 2:1 is as far from 1:1
 * as 1:2.
 */
export function nearestRatio(ratios: readonly string[], width: number, height: number): string | undefined {
  const distance = (ratio: string) => Math.abs(Math.log(numberOf(ratio) / (width / height)));
  return ratios.reduce<string | undefined>(
    (best, ratio) => (best === undefined || distance(ratio) < distance(best) ? ratio : best),
    undefined,
  );
}

function planQuality({ quality }: SizeFields, { qualities, defaultQuality }: ModelOf<'image'>) {
  if (qualities === undefined) return { notApplied: quality === undefined ? [] : ['quality'] };
  return { quality: chooseValue('quality', quality, qualities, defaultQuality), notApplied: [] };
}

/** The pixels that an aspect ratio amounts to: the area of the resolution's square. */
function pixelsOf(aspectRatio: string, resolution: string | undefined, divisor: number) {
  const squareSide = resolution === undefined ? USUAL_SIDE : sideOf(resolution);
  const root = Math.sqrt(numberOf(aspectRatio));
  return {
    width: roundDown(Math.round(squareSide * root), divisor),
    height: roundDown(Math.round(squareSide / root), divisor),
  };
}

/** `2K` → 2048, `512` → 512; other names mean the usual side. */
function sideOf(resolution: string): number {
  const [, digits, unit] = /^(\d{1,4})(k?)$/i.exec(resolution) ?? [];
  if (digits === undefined || Number(digits) === 0) return USUAL_SIDE;
  return unit === '' ? Number(digits) : Math.min(Number(digits), 16) * USUAL_SIDE;
}

function numberOf(aspectRatio: string): number {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return width / height;
}

/** Never 0: a size below the divisor is the divisor itself. */
function roundDown(pixels: number, divisor: number): number {
  return Math.max(1, Math.floor(pixels / divisor)) * divisor;
}
