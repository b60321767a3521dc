import { z } from 'zod';
import { ImagePriceLayout, readImagePrice } from '../../price/image';
import { IMAGE_ABILITIES } from '../../values';
import { BASE_EXAMPLES, baseMembers, mediaTraits, notAmong, type EntryProblem } from './base';
import { readSizes, SIZE_EXAMPLES, sizeMembers, sizeProblems } from './sizes';

/** The longest prompt of an image on the wire. */
const MAX_PROMPT_CHARACTERS = 7_500;
const MAX_STEPS = 1_000;
const MAX_REFERENCES = 100;
const MAX_RATIOS = 50;

const steps = z.int().min(1).max(MAX_STEPS);
const ratio = z.string().regex(/^\d{1,3}:\d{1,3}$/, { error: 'is not an aspect ratio; write it like "16:9"' });

/** An image model of the service file. */
export const ImageEntry = z.strictObject({
  type: z.literal('image'),
  ...baseMembers,
  price: ImagePriceLayout,
  traits: mediaTraits,
  capabilities: z.array(z.enum(IMAGE_ABILITIES)).default([]),
  prompt_character_limit: z.int().min(1).max(MAX_PROMPT_CHARACTERS).default(MAX_PROMPT_CHARACTERS),
  steps: z.strictObject({ default: steps.default(8), max: steps.default(50) }).prefault({}),
  width_height_divisor: z.int().min(1).max(256).default(8),
  aspect_ratios: z.array(ratio).min(1).max(MAX_RATIOS).optional(),
  default_aspect_ratio: z.string().optional(),
  ...sizeMembers,
  max_style_references: z.int().min(1).max(MAX_REFERENCES).optional(),
});
type ImageEntry = z.output<typeof ImageEntry>;

/** How the members of an image model are written, by name. */
export const IMAGE_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  ...SIZE_EXAMPLES,
  price: '{ generation: "0.04", upscale: { 2x: "0.02", 4x: "0.08" } }, in USD per image',
  generation: '"0.04"',
  upscale: '{ 2x: "0.02", 4x: "0.08" }',
  '2x': '"0.02"',
  '4x': '"0.08"',
  capabilities: '[style_references]',
  prompt_character_limit: '1500',
  steps: '{ default: 8, max: 50 }',
  default: '8',
  max: '50',
  width_height_divisor: '8',
  aspect_ratios: '["1:1", "16:9"]',
  default_aspect_ratio: '"1:1"',
  max_style_references: '4',
};

/** Reads the members that are specific to this type. */
export function readImageMetadata(entry: ImageEntry) {
  const { aspect_ratios: aspectRatios, max_style_references: maxStyleReferences } = entry;
  return {
    type: 'image' as const,
    promptCharacterLimit: entry.prompt_character_limit,
    steps: entry.steps,
    /** Width and height must be multiples of it, in pixels. */
    widthHeightDivisor: entry.width_height_divisor,
    ...(aspectRatios && { aspectRatios, defaultAspectRatio: entry.default_aspect_ratio ?? aspectRatios[0] }),
    ...readSizes(entry),
    ...(maxStyleReferences !== undefined && { maxStyleReferences }),
    abilities: entry.capabilities,
    price: readImagePrice(entry.price),
  };
}

/**
 * Metadata of an image model in addition to that of every model (docs/api-rules.md, "Model object" and "Model sizing").
 */
export type ImageMetadata = ReturnType<typeof readImageMetadata>;

/** Checks that need more than one member of an image model. */
export function imageProblems(entry: ImageEntry): EntryProblem[] {
  const problems = [
    ...notAmong('default_aspect_ratio', entry.default_aspect_ratio, 'aspect_ratios', entry.aspect_ratios ?? []),
    ...sizeProblems(entry),
  ];
  if (entry.steps.default > entry.steps.max) {
    const text = `${entry.steps.default} is above the maximum of ${entry.steps.max}; write at most that, or raise max`;
    problems.push({ path: ['steps', 'default'], text });
  }
  if (!entry.capabilities.includes('style_references')) {
    const text = 'only applies with style_references; add style_references to capabilities, or remove it';
    if (entry.max_style_references !== undefined) problems.push({ path: ['max_style_references'], text });
    const at = entry.capabilities.indexOf('style_reference_strength');
    if (at >= 0) problems.push({ path: ['capabilities', at], text });
  }
  return problems;
}
