import { z } from 'zod';
import { invalidField } from '../../core/errors';
import { PriceText } from './amount';
import { wholePart, type BillPart } from './bill';
import { pricePair, type ImagePricing, type InpaintPricing, type PricePair, type UpscalePricing } from './wire';

/** Rates by image size: by resolution (`1K`), and by resolution and quality (`low`, `medium`, `high`); nano-USD. */
type SizeRates = {
  resolutions?: ReadonlyMap<string, bigint>;
  quality?: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
};

/** Rates by scale, nano-USD per image. */
type UpscaleRates = { twofoldNanoUsd: bigint; fourfoldNanoUsd: bigint };

/** Prices of an image model, nano-USD per image; has either `generationNanoUsd` or `resolutions`. */
export type ImagePrice = SizeRates & { generationNanoUsd?: bigint; upscale: UpscaleRates };

/**
 * Prices of an upscaling model, nano-USD per image. `generation` is only shown: each scale
 * (docs/api-rules.md, "Priced units") has its own.
 */
export type UpscalePrice = { generationNanoUsd: bigint; upscale: UpscaleRates };

/**
 * Prices of an editing model, nano-USD per edit; input images beyond the included ones cost extra
 * (docs/api-rules.md, "Priced units").
 */
export type InpaintPrice = SizeRates & {
  inpaintNanoUsd: bigint;
  /** Of models that remove backgrounds, per image. */
  backgroundRemovalNanoUsd?: bigint;
  inputImages?: { included: number; additionalNanoUsd: bigint };
};

/** The price of removing a background if the service file sets none (docs/api-rules.md, "Prices of extras"). */
export const BACKGROUND_REMOVAL_NANO_USD = 10_000_000n;

/** What decides the rate: the request's choice, or the model's default. */
type SizeChoice = { resolution?: string | undefined; quality?: string | undefined };

const resolution = z
  .string()
  .regex(/^[A-Za-z0-9]{1,10}$/, { error: 'is not a resolution; use letters and digits, like 1K' });
const qualities = { low: PriceText.optional(), medium: PriceText.optional(), high: PriceText.optional() };
const notEmpty = { error: 'must name at least one price' };

/** Members of the service file for prices by size. */
const sizeLayout = {
  resolutions: z.record(resolution, PriceText).refine(hasMembers, notEmpty).optional(),
  quality: z
    .record(resolution, z.strictObject(qualities).refine(hasMembers, notEmpty))
    .refine(hasMembers, notEmpty)
    .optional(),
};

const upscaleLayout = z.strictObject({ '2x': PriceText, '4x': PriceText });

/** Prices of an image model in the service file: decimal text, USD per image. */
export const ImagePriceLayout = z
  .strictObject({ generation: PriceText.optional(), ...sizeLayout, upscale: upscaleLayout })
  .refine((entry) => (entry.generation === undefined) !== (entry.resolutions === undefined), {
    error: 'must have either generation or resolutions',
  });

/** Prices of an upscaling model in the service file: decimal text, USD per image. */
export const UpscalePriceLayout = z.strictObject({ generation: PriceText, upscale: upscaleLayout });

/** Prices of an editing model in the service file: decimal text, USD per edit. */
export const InpaintPriceLayout = z.strictObject({
  inpaint: PriceText,
  ...sizeLayout,
  background_removal: PriceText.optional(),
  input_images: z.strictObject({ included: z.int().min(0).max(1_000), additional: PriceText }).optional(),
});

/**
 * The bill parts of an image request (docs/api-rules.md, "Priced units"): a number of images of one size. Blocked
 * images are not counted.
 * @throws ApiError INVALID_REQUEST for a resolution or quality without a price
 */
export function imageParts(price: ImagePrice, usage: SizeChoice & { images: number }): BillPart[] {
  return [wholePart('image', usage.images, rateOfSize(price.generationNanoUsd, price, usage))];
}

/**
 * The bill parts of upscaling (docs/api-rules.md, "Priced units"), by an upscaling model or an image model.
 * @throws ApiError INVALID_REQUEST for a scale other than 2 and 4
 */
export function upscaleParts(
  { upscale }: { upscale: UpscaleRates },
  usage: { images: number; scale: number },
): BillPart[] {
  if (usage.scale !== 2 && usage.scale !== 4) throw invalidField(['scale'], 'Must be 2 or 4');
  const rate = usage.scale === 2 ? upscale.twofoldNanoUsd : upscale.fourfoldNanoUsd;
  return [wholePart('upscale', usage.images, rate)];
}

/**
 * The bill parts of one edit (docs/api-rules.md, "Priced units").
 * @throws ApiError INVALID_REQUEST for a resolution or quality without a price
 */
export function inpaintParts(price: InpaintPrice, usage: SizeChoice & { inputImages: number }): BillPart[] {
  const { included, additionalNanoUsd } = price.inputImages ?? { included: 0, additionalNanoUsd: 0n };
  const additional = price.inputImages ? usage.inputImages - included : 0;
  return [
    wholePart('edit', 1, rateOfSize(price.inpaintNanoUsd, price, usage)),
    wholePart('edit_input_image', additional, additionalNanoUsd),
  ];
}

/** The bill parts of removing the background of one image (docs/api-rules.md, "Priced units"). */
export function backgroundRemovalParts(price: InpaintPrice): BillPart[] {
  return [wholePart('background_removal', 1, price.backgroundRemovalNanoUsd ?? BACKGROUND_REMOVAL_NANO_USD)];
}

/** Reads an image model's price from the service file. */
export function readImagePrice(entry: z.output<typeof ImagePriceLayout>): ImagePrice {
  return {
    ...(entry.generation !== undefined && { generationNanoUsd: entry.generation }),
    ...readSizes(entry),
    upscale: { twofoldNanoUsd: entry.upscale['2x'], fourfoldNanoUsd: entry.upscale['4x'] },
  };
}

/** An image model's price in the wire layout. */
export function imagePricing(price: ImagePrice): ImagePricing {
  return {
    ...(price.generationNanoUsd !== undefined && { generation: pricePair(price.generationNanoUsd) }),
    ...sizePricing(price),
    upscale: toUpscalePair(price.upscale),
  };
}

/** Reads an upscaling model's price from the service file. */
export function readUpscalePrice(entry: z.output<typeof UpscalePriceLayout>): UpscalePrice {
  return {
    generationNanoUsd: entry.generation,
    upscale: { twofoldNanoUsd: entry.upscale['2x'], fourfoldNanoUsd: entry.upscale['4x'] },
  };
}

/** An upscaling model's price in the wire layout. */
export function upscalePricing(price: UpscalePrice): UpscalePricing {
  return { generation: pricePair(price.generationNanoUsd), upscale: toUpscalePair(price.upscale) };
}

/** Reads an editing model's price from the service file. */
export function readInpaintPrice(entry: z.output<typeof InpaintPriceLayout>): InpaintPrice {
  const { input_images: images, background_removal: removal } = entry;
  return {
    inpaintNanoUsd: entry.inpaint,
    ...readSizes(entry),
    ...(removal !== undefined && { backgroundRemovalNanoUsd: removal }),
    ...(images && { inputImages: { included: images.included, additionalNanoUsd: images.additional } }),
  };
}

/** An editing model's price in the wire layout. */
export function inpaintPricing(price: InpaintPrice): InpaintPricing {
  const { inputImages: images, backgroundRemovalNanoUsd: removal } = price;
  return {
    inpaint: pricePair(price.inpaintNanoUsd),
    ...sizePricing(price),
    ...(removal !== undefined && { background_removal: pricePair(removal) }),
    ...(images && { inputImages: { included: images.included, additional: pricePair(images.additionalNanoUsd) } }),
  };
}

/**
 * The rate of a size: by quality if the resolution has prices by quality and one was requested, else by resolution,
 * else the flat rate. If only one resolution has prices, it need not be named; if none has, neither resolution nor
 * quality matters.
 * @param flatNanoUsd a single rate for every resolution without its own
 * @throws ApiError INVALID_REQUEST naming the field and its allowed values
 */
function rateOfSize(flatNanoUsd: bigint | undefined, rates: SizeRates, choice: SizeChoice): bigint {
  const { resolutions, quality } = rates;
  const names = new Set([...(resolutions?.keys() ?? []), ...(quality?.keys() ?? [])]);
  const name = choice.resolution ?? (names.size === 1 ? [...names][0] : undefined);
  if (name !== undefined && names.size > 0 && !names.has(name)) refuse('resolution', names);
  if (choice.quality !== undefined && quality) {
    if (name === undefined) refuse('resolution', names);
    const row = quality.get(name);
    if (row) return row.get(choice.quality) ?? refuse('quality', row.keys());
  }
  return resolutions?.get(name ?? '') ?? flatNanoUsd ?? refuse('resolution', resolutions?.keys() ?? []);
}

/** Reads prices by size from the service file. */
function readSizes(entry: z.output<z.ZodObject<typeof sizeLayout>>): SizeRates {
  return {
    ...(entry.resolutions && { resolutions: toTiers(entry.resolutions) }),
    ...(entry.quality && {
      quality: new Map(Object.entries(entry.quality).map(([name, row]) => [name, toTiers(row)])),
    }),
  };
}

/** Prices by size in the wire layout. */
function sizePricing({ resolutions, quality }: SizeRates): Pick<ImagePricing, 'resolutions' | 'quality'> {
  return {
    ...(resolutions && { resolutions: toPairs(resolutions) }),
    ...(quality && { quality: Object.fromEntries([...quality].map(([name, row]) => [name, toPairs(row)])) }),
  };
}

function refuse(field: string, allowed: Iterable<string>): never {
  throw invalidField([field], `Must be one of: ${[...allowed].join(', ')}`);
}

function toTiers(entries: Record<string, bigint | undefined>): ReadonlyMap<string, bigint> {
  return new Map(Object.entries(entries).flatMap(([name, rate]) => (rate === undefined ? [] : [[name, rate]])));
}

function toPairs(tiers: ReadonlyMap<string, bigint>): Record<string, PricePair> {
  return Object.fromEntries([...tiers].map(([name, rate]) => [name, pricePair(rate)]));
}

function toUpscalePair({ twofoldNanoUsd, fourfoldNanoUsd }: UpscaleRates): ImagePricing['upscale'] {
  return { '2x': pricePair(twofoldNanoUsd), '4x': pricePair(fourfoldNanoUsd) };
}

function hasMembers(entry: object): boolean {
  return Object.values(entry).some((member) => member !== undefined);
}
