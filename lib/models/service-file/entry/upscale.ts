import { z } from 'zod';
import type { ModelOf } from '../../model';
import { readUpscalePrice, UpscalePriceLayout } from '../../price/image';
import { BASE_EXAMPLES, baseMembers, mediaTraits, readBase } from './base';

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

/** The model that an entry describes. */
export function readUpscaleModel(entry: z.output<typeof UpscaleEntry>): ModelOf<'upscale'> {
  return { ...readBase(entry), type: 'upscale', price: readUpscalePrice(entry.price) };
}
