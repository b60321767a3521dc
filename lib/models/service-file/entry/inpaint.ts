import { z } from 'zod';
import {
  BACKGROUND_REMOVAL_NANO_USD,
  type InpaintPrice,
  InpaintPriceLayout,
  readInpaintPrice,
} from '../../price/image';
import { EDIT_ASPECT_RATIOS, TRAITS } from '../../values';
import { BASE_EXAMPLES, baseMembers, type EntryProblem } from './base';
import { readSizes, SIZE_EXAMPLES, sizeMembers, sizeProblems } from './sizes';

/** The longest prompt of an edit on the wire. */
const MAX_PROMPT_CHARACTERS = 32_768;
const MAX_IMAGES = 100;
/** Input images if the file does not say how many (docs/api-rules.md, "Model sizing"). */
const USUAL_IMAGES = 3;

/** An editing model of the service file. */
export const InpaintEntry = z.strictObject({
  type: z.literal('inpaint'),
  ...baseMembers,
  price: InpaintPriceLayout,
  traits: z.array(z.enum(TRAITS.inpaint)).default([]),
  aspect_ratios: z
    .array(z.enum(EDIT_ASPECT_RATIOS))
    .min(1)
    .default([...EDIT_ASPECT_RATIOS]),
  prompt_character_limit: z.int().min(1).max(MAX_PROMPT_CHARACTERS).default(MAX_PROMPT_CHARACTERS),
  combine_images: z.boolean().default(false),
  max_input_images: z.int().min(1).max(MAX_IMAGES).optional(),
  single_image_aspect_ratio: z.boolean().default(true),
  ...sizeMembers,
});
type InpaintEntry = z.output<typeof InpaintEntry>;

/** How the members of an editing model are written, by name. */
export const INPAINT_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  ...SIZE_EXAMPLES,
  price: '{ inpaint: "0.04" }, in USD per edit',
  inpaint: '"0.04"',
  input_images: '{ included: 1, additional: "0.01" }',
  included: '1',
  additional: '"0.01"',
  background_removal: '"0.01"',
  aspect_ratios: '[auto, "1:1"]',
  prompt_character_limit: '1500',
  combine_images: 'true',
  max_input_images: '3',
  single_image_aspect_ratio: 'true',
};

/** Reads the members that are specific to this type. */
export function readInpaintMetadata(entry: InpaintEntry) {
  return {
    type: 'inpaint' as const,
    aspectRatios: entry.aspect_ratios,
    promptCharacterLimit: entry.prompt_character_limit,
    /** Whether several images can be combined into one. */
    combineImages: entry.combine_images,
    /** Maximum images of one edit. */
    maxInputImages: entry.max_input_images ?? (entry.combine_images ? USUAL_IMAGES : 1),
    /** Whether the edit of a single image may have another aspect ratio. */
    singleImageAspectRatio: entry.single_image_aspect_ratio,
    ...readSizes(entry),
    price: readPrice(entry),
  };
}

/** Metadata of an editing model in addition to that of every model (docs/api-rules.md, "Model sizing"). */
export type InpaintMetadata = ReturnType<typeof readInpaintMetadata>;

/** Whoever removes backgrounds has a price for it, if only the usual one. */
function readPrice({ price, traits }: InpaintEntry): InpaintPrice {
  const usual = traits.includes('background_removal') && { backgroundRemovalNanoUsd: BACKGROUND_REMOVAL_NANO_USD };
  return { ...usual, ...readInpaintPrice(price) };
}

/** Checks that need more than one member of an editing model. */
export function inpaintProblems(entry: InpaintEntry): EntryProblem[] {
  const problems = sizeProblems(entry);
  if ((entry.max_input_images ?? 1) > 1 && !entry.combine_images) {
    const text = `${entry.max_input_images} images need combine_images: true; add it, or write 1`;
    problems.push({ path: ['max_input_images'], text });
  }
  return problems;
}
