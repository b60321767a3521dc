import { z } from 'zod';
import { ImagePricing, InpaintPricing, UpscalePricing } from '../price/wire';
import { QUALITIES } from '../values';
import { modelMembers, specMembers } from './base';

const Quality = z.enum(QUALITIES);
const promptCharacterLimit = z
  .number()
  .int()
  .positive()
  .meta({ description: 'Most characters of a prompt', example: 1_500 });

const sizes = {
  resolutions: z
    .array(z.string())
    .optional()
    .meta({ description: 'What `resolution` may be', example: ['1K', '2K'] }),
  defaultResolution: z.string().optional(),
  qualities: z.array(Quality).optional().meta({ description: 'What `quality` may be' }),
  defaultQuality: Quality.optional(),
};

/** Bounds of an image model (contract 6.5). With `resolutions` or `aspectRatios` it takes no width and height. */
const ImageConstraints = z.object({
  promptCharacterLimit,
  steps: z.object({ default: z.number().int().nonnegative(), max: z.number().int().nonnegative() }),
  widthHeightDivisor: z
    .number()
    .int()
    .positive()
    .meta({ description: 'Width and height are multiples of it', example: 8 }),
  aspectRatios: z
    .array(z.string())
    .optional()
    .meta({ description: 'What `aspect_ratio` may be', example: ['1:1', '16:9'] }),
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
  .meta({ id: 'ImageModel', description: 'A model that makes images of words.' });
export type WireImageModel = z.output<typeof WireImageModel>;

/** Bounds of an editing model (contract 6.5). */
const InpaintConstraints = z.object({
  aspectRatios: z.array(z.string()).meta({ description: 'What `aspect_ratio` may be', example: ['auto', '1:1'] }),
  promptCharacterLimit,
  combineImages: z.boolean().meta({ description: 'Whether several images become one', example: true }),
  maxInputImages: z.number().int().positive().meta({ description: 'Most images of one edit', example: 3 }),
  singleImageAspectRatio: z
    .boolean()
    .meta({ description: 'Whether the edit of one image may have another aspect ratio', example: true }),
  ...sizes,
});

/** An editing model on the wire. */
export const WireInpaintModel = z
  .object({
    ...modelMembers,
    type: z.literal('inpaint'),
    model_spec: z.object({ ...specMembers, constraints: InpaintConstraints, pricing: InpaintPricing }),
  })
  .meta({ id: 'InpaintModel', description: 'A model that edits images.' });
export type WireInpaintModel = z.output<typeof WireInpaintModel>;

/** An upscaling model on the wire. */
export const WireUpscaleModel = z
  .object({
    ...modelMembers,
    type: z.literal('upscale'),
    model_spec: z.object({ ...specMembers, pricing: UpscalePricing }),
  })
  .meta({ id: 'UpscaleModel', description: 'A model that makes images larger.' });
