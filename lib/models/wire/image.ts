import { z } from 'zod';
import { ImagePricing, InpaintPricing, UpscalePricing } from '../price/wire';
import { QUALITIES } from '../values';
import { modelMembers, specMembers } from './base';

const Quality = z.enum(QUALITIES);
const promptCharacterLimit = z
  .number()
  .int()
  .positive()
  .meta({ description: 'Maximum characters of a prompt', example: 1_500 });

const sizes = {
  resolutions: z
    .array(z.string())
    .optional()
    .meta({ description: 'Allowed values of `resolution`', example: ['1K', '2K'] }),
  defaultResolution: z.string().optional(),
  qualities: z.array(Quality).optional().meta({ description: 'Allowed values of `quality`' }),
  defaultQuality: Quality.optional(),
};

/**
 * Limits of an image model (docs/api-rules.md, "Model sizing"). With `resolutions` or `aspectRatios` it accepts no
 * width and height.
 */
const ImageConstraints = z.object({
  promptCharacterLimit,
  steps: z.object({ default: z.number().int().nonnegative(), max: z.number().int().nonnegative() }),
  widthHeightDivisor: z
    .number()
    .int()
    .positive()
    .meta({ description: 'Width and height must be multiples of this', example: 8 }),
  aspectRatios: z
    .array(z.string())
    .optional()
    .meta({ description: 'Allowed values of `aspect_ratio`', example: ['1:1', '16:9'] }),
  defaultAspectRatio: z.string().optional(),
  ...sizes,
  maxStyleReferences: z.number().int().positive().optional(),
  supportsStyleReferenceStrength: z.boolean().optional(),
});

/** An image model on the wire. */
export const WireImageModel = z
  .object({
    ...modelMembers,
    type: z.literal('image'),
    model_spec: z.object({
      ...specMembers,
      supportsStyleReferences: z.boolean(),
      supportsWebSearch: z.boolean(),
      supportsOptimizePromptThinking: z.boolean(),
      constraints: ImageConstraints,
      pricing: ImagePricing,
    }),
  })
  .meta({ id: 'ImageModel', description: 'An image generation model.' });
export type WireImageModel = z.output<typeof WireImageModel>;

/** Limits of an editing model (docs/api-rules.md, "Model sizing"). */
const InpaintConstraints = z.object({
  aspectRatios: z.array(z.string()).meta({ description: 'Allowed values of `aspect_ratio`', example: ['auto', '1:1'] }),
  promptCharacterLimit,
  combineImages: z.boolean().meta({ description: 'Whether several images can be combined into one', example: true }),
  maxInputImages: z.number().int().positive().meta({ description: 'Maximum images per edit', example: 3 }),
  singleImageAspectRatio: z
    .boolean()
    .meta({ description: 'Whether an edit of a single image may change its aspect ratio', example: true }),
  ...sizes,
});

/** An editing model on the wire. */
export const WireInpaintModel = z
  .object({
    ...modelMembers,
    type: z.literal('inpaint'),
    model_spec: z.object({ ...specMembers, constraints: InpaintConstraints, pricing: InpaintPricing }),
  })
  .meta({ id: 'InpaintModel', description: 'An image editing model.' });
export type WireInpaintModel = z.output<typeof WireInpaintModel>;

/** An upscaling model on the wire. */
export const WireUpscaleModel = z
  .object({
    ...modelMembers,
    type: z.literal('upscale'),
    model_spec: z.object({ ...specMembers, pricing: UpscalePricing }),
  })
  .meta({ id: 'UpscaleModel', description: 'An image upscaling model.' });
