import { z } from 'zod';
import { readUpscalePrice, UpscalePriceLayout } from '../../price/image';
import { BASE_EXAMPLES, baseMembers, mediaTraits } from './base';

/** An upscaling model of the service file. */
export const UpscaleEntry = z.strictObject({
  type: z.literal('upscale'),
  ...baseMembers,
  price: UpscalePriceLayout,
  traits: mediaTraits,
});

/** How the members of an upscaling model are written, by name. */
export const UPSCALE_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ generation: "0.02", upscale: { 2x: "0.02", 4x: "0.08" } }, in USD per image',
  generation: '"0.02"',
  upscale: '{ 2x: "0.02", 4x: "0.08" }',
  '2x': '"0.02"',
  '4x': '"0.08"',
};

/** Reads the members that are specific to this type. */
export function readUpscaleMetadata(entry: z.output<typeof UpscaleEntry>) {
  return { type: 'upscale' as const, price: readUpscalePrice(entry.price) };
}

/** Metadata of an upscaling model in addition to that of every model. */
export type UpscaleMetadata = ReturnType<typeof readUpscaleMetadata>;
