import { z } from 'zod';
import { QUALITIES } from '../../values';
import { notAmong, type EntryProblem } from './base';

const MAX_SIZES = 50;

/**
 * Members of image and editing models for what the caller may choose for an image (docs/api-rules.md, "Model sizing").
 */
export const sizeMembers = {
  resolutions: z
    .array(z.string().regex(/^[A-Za-z0-9]{1,10}$/, { error: 'is not a resolution; use letters and digits, like 1K' }))
    .min(1)
    .max(MAX_SIZES)
    .optional(),
  default_resolution: z.string().optional(),
  qualities: z.array(z.enum(QUALITIES)).min(1).optional(),
  default_quality: z.enum(QUALITIES).optional(),
};

type Quality = (typeof QUALITIES)[number];
type PriceRow = Partial<Record<Quality, bigint | undefined>>;

/** An entry with sizes, and its prices by size. */
type Sized = z.output<z.ZodObject<typeof sizeMembers>> & {
  price: { resolutions?: Record<string, bigint> | undefined; quality?: Record<string, PriceRow> | undefined };
};

/** How those members are written, by name. */
export const SIZE_EXAMPLES: Record<string, string> = {
  resolutions: '[1K, 2K]',
  default_resolution: '1K',
  qualities: '[low, medium, high]',
  default_quality: 'medium',
  'price.resolutions': '{ 1K: "0.04", 2K: "0.08" }',
  'price.quality': '{ 1K: { low: "0.02", medium: "0.04", high: "0.08" } }',
  low: '"0.02"',
  medium: '"0.04"',
  high: '"0.08"',
};

/**
 * What the caller may choose for an image: the named sizes, or else those that have a price; the first one is the
 * default unless named. Absent members cannot be chosen (docs/api-rules.md, "Model sizing").
 */
export function readSizes(entry: Sized) {
  const resolutions = resolutionsOf(entry);
  const qualities = qualitiesOf(entry);
  return {
    ...(resolutions && { resolutions, defaultResolution: entry.default_resolution ?? resolutions[0] }),
    ...(qualities && { qualities, defaultQuality: entry.default_quality ?? qualities[0] }),
  };
}

/** Checks that defaults are among the choices, and that each choice has a price. */
export function sizeProblems(entry: Sized): EntryProblem[] {
  const resolutions = resolutionsOf(entry) ?? [];
  const qualities = qualitiesOf(entry) ?? [];
  const priced = pricedResolutions(entry);
  const rows = Object.entries(entry.price.quality ?? {});
  return [
    ...notAmong('default_resolution', entry.default_resolution, 'resolutions', resolutions),
    ...notAmong('default_quality', entry.default_quality, 'qualities', qualities),
    ...resolutions.flatMap((name, index) => {
      if (priced.length === 0 || priced.includes(name)) return [];
      const text = `${JSON.stringify(name)} has no price; add it to price.resolutions, or remove it`;
      return [{ path: ['resolutions', index], text }];
    }),
    ...rows.flatMap(([name, row]) =>
      qualities.flatMap((quality) => {
        if (row[quality] !== undefined) return [];
        return [{ path: ['price', 'quality', name], text: `has no price for the quality ${quality}; add it` }];
      }),
    ),
  ];
}

function resolutionsOf(entry: Sized): string[] | undefined {
  const priced = pricedResolutions(entry);
  return entry.resolutions ?? (priced.length > 0 ? priced : undefined);
}

function qualitiesOf(entry: Sized): Quality[] | undefined {
  if (entry.qualities) return entry.qualities;
  const rows = Object.values(entry.price.quality ?? {});
  const priced = QUALITIES.filter((quality) => rows.some((row) => row[quality] !== undefined));
  return priced.length > 0 ? priced : undefined;
}

function pricedResolutions({ price }: Sized): string[] {
  return [...new Set([...Object.keys(price.resolutions ?? {}), ...Object.keys(price.quality ?? {})])];
}
