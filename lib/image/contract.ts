import { z } from 'zod';
import type { ErrorCode } from '../core/errors';
import { IMAGE_STYLES } from '../core/image-styles';
import { nearestName } from '../core/text/nearest-name';
import { QUALITIES } from '../models/values';
import { unavailable } from './plan/unavailable';
import { withoutNulls } from './plan/without-nulls';

/** Requests and answers of image generation (docs/api-rules.md, "Image requests"). */

/** Limits of fields (docs/api-rules.md, "Image requests"). */
const MAX_PROMPT_CHARACTERS = 7_500;
const MAX_SIDE = 1_280;
const MAX_STEPS = 1_000;
const MAX_CFG_SCALE = 20;
const MAX_VARIANTS = 4;
const MAX_REFERENCES = 100;
const MAX_END_USER_CHARACTERS = 128;

/** The largest and smallest seed. */
export const MAX_SEED = 999_999_999;

/** Encodings of images that callers can choose. */
export const IMAGE_FORMATS = ['jpeg', 'png', 'webp'] as const;
/** An encoding of an image. */
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

const STYLE_NAMES = IMAGE_STYLES.map(({ name }) => name);

function unknownStyle(input: unknown): string {
  const meant = typeof input === 'string' ? nearestName(input, STYLE_NAMES) : undefined;
  return `Must be a name from GET /api/v1/image/styles${meant === undefined ? '' : `. Did you mean "${meant}"?`}`;
}

const side = z.int().min(1).max(MAX_SIDE).optional();

const StyleReference = z.object({
  image: z.string().min(1).meta({
    description: 'Base64, a data: URL, or a public http(s) address; at most 8 MB.',
    example: 'https://example.com/style.png',
  }),
  strength: z.number().min(0.1).max(1).nullish().meta({ description: 'How closely to follow it.', example: 0.5 }),
});

const GenerateFields = z
  .object({
    model: z.string().min(1).meta({ description: 'ID, trait, or alias of an image model.', example: 'default' }),
    prompt: z.string().min(1).max(MAX_PROMPT_CHARACTERS).meta({
      description: 'What the image shows. The model may take fewer characters: `promptCharacterLimit`.',
      example: 'A red kite above a lighthouse',
    }),
    negative_prompt: z
      .string()
      .max(MAX_PROMPT_CHARACTERS)
      .optional()
      .meta({ description: 'What the image should not show.', example: 'clouds' }),
    width: side.meta({ description: 'Pixels; only for models without aspect ratios.', example: 1_024, default: 1_024 }),
    height: side.meta({
      description: 'Pixels; only for models without aspect ratios.',
      example: 1_024,
      default: 1_024,
    }),
    aspect_ratio: z
      .string()
      .regex(/^[1-9]\d{0,2}:[1-9]\d{0,2}$/, { error: 'Must be an aspect ratio, such as 16:9' })
      .optional()
      .meta({ description: 'One of the model’s `aspectRatios`.', example: '16:9' }),
    resolution: z
      .string()
      .min(1)
      .max(10)
      .optional()
      .meta({ description: 'One of the model’s `resolutions`.', example: '1K' }),
    quality: z
      .enum(QUALITIES)
      .optional()
      .meta({ description: 'One of the model’s `qualities`; others ignore it.', example: 'medium' }),
    format: z
      .enum(IMAGE_FORMATS)
      .optional()
      .meta({ description: 'Encoding of the image.', example: 'webp', default: 'webp' }),
    cfg_scale: z
      .number()
      .gt(0)
      .max(MAX_CFG_SCALE)
      .optional()
      .meta({ description: 'How closely to follow the prompt.', example: 7 }),
    steps: z.int().min(0).max(MAX_STEPS).optional().meta({
      description:
        'Inference steps, 1 to the model’s `steps.max`. Default: the model’s. A model whose maximum is 0 ignores it.',
      example: 8,
    }),
    seed: z
      .int()
      .min(-MAX_SEED)
      .max(MAX_SEED)
      .optional()
      .meta({ description: 'The same seed gives the same image. Default: random.', example: 7 }),
    lora_strength: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Only for models with extra LoRAs.', example: 50 }),
    style_preset: z
      .enum(STYLE_NAMES, { error: ({ input }) => unknownStyle(input) })
      .optional()
      .meta({ description: 'A name from `GET /image/styles`.', example: 'Watercolor' }),
    variants: z
      .int()
      .min(1)
      .max(MAX_VARIANTS)
      .optional()
      .meta({ description: 'Number of images; each is billed. Only as JSON.', example: 1, default: 1 }),
    return_binary: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the answer is the image itself.', example: false, default: false }),
    safe_mode: z
      .boolean()
      .optional()
      .meta({ description: 'Whether adult images are blurred.', example: true, default: true }),
    hide_watermark: z
      .boolean()
      .optional()
      .meta({ description: 'Whether to leave out the visible watermark.', example: false, default: false }),
    embed_exif_metadata: z.boolean().optional().meta({
      description:
        'Whether the file holds prompt, seed, and settings. The embedded editor needs them to add, remove, or change objects later.',
      example: false,
      default: false,
    }),
    style_references: z.array(StyleReference).max(MAX_REFERENCES).optional().meta({
      description: 'Images whose style to follow, up to the model’s `maxStyleReferences`.',
    }),
    disable_prompt_optimization_thinking: z
      .boolean()
      .optional()
      .meta({ description: 'Accepted, no effect.', example: false }),
    anon_user_id: z
      .string()
      .max(MAX_END_USER_CHARACTERS)
      .optional()
      .meta({ description: 'ID of your end user.', example: 'user-42' }),
    inpaint: z.unknown().optional().meta({ description: 'Ignored.', deprecated: true }),
    enable_web_search: z.boolean().optional().meta({
      description:
        'Searches the web for the prompt first, and gives what was found to a model with `supportsWebSearch`: 0.01 USD.',
      example: false,
      default: false,
    }),
    enhance_prompt: unavailable('Rewriting the prompt').meta({ description: 'Not available yet.', example: false }),
    stream: unavailable('Streaming').meta({ description: 'Not available.', example: false }),
  })
  .superRefine(({ variants = 1, return_binary: isBinary }, context) => {
    if (variants === 1 || isBinary !== true) return;
    const message = 'Must be 1 with return_binary: a binary answer holds one image';
    context.addIssue({ code: 'custom', path: ['variants'], message });
  });

/**
 * Body of `POST /image/generate`. Unknown fields are ignored, and a null field counts as absent, because existing
 * clients send it.
 */
export const GenerateImageRequest = z
  .preprocess(withoutNulls, GenerateFields)
  .meta({ id: 'GenerateImageRequest', description: 'An image to draw.' });
export type GenerateImageRequest = z.output<typeof GenerateImageRequest>;

const milliseconds = z.number().nonnegative();

/** The settings that were used, with the fields' names. */
const EffectiveRequest = z.looseObject({
  model: z.string().meta({ description: 'ID of the model that drew.', example: 'scene-composer' }),
  prompt: z.string().meta({ example: 'A red kite above a lighthouse' }),
  width: z
    .int()
    .optional()
    .meta({ description: 'In pixels, as requested from the model; only of models that take pixels.', example: 1_024 }),
  height: z.int().optional().meta({ example: 1_024 }),
  format: z.enum(IMAGE_FORMATS),
  variants: z.int().meta({ description: 'How many were requested.', example: 1 }),
  seed: z.int().meta({ description: 'Seed of the first image: send it again for the same image.', example: 7 }),
  seeds: z.array(z.int()).meta({ description: 'The seed of each image.', example: [7] }),
  enable_web_search: z.boolean().meta({ description: 'Whether the web was searched for the prompt.', example: false }),
});

/** Answer of `POST /image/generate`, unless it is binary. */
export const GenerateImageAnswer = z
  .object({
    id: z.string().meta({ example: 'generate-image-1795248000123' }),
    images: z.array(z.string()).meta({ description: 'Base64, one string per image.', example: ['UklGRh4AAABXRUJQ'] }),
    timing: z
      .object({
        inferenceDuration: milliseconds,
        inferencePreprocessingTime: milliseconds,
        inferenceQueueTime: milliseconds,
        total: milliseconds,
      })
      .meta({
        description: 'Milliseconds, measured.',
        example: { inferenceDuration: 812, inferencePreprocessingTime: 3, inferenceQueueTime: 0, total: 840 },
      }),
    request: EffectiveRequest.nullable(),
    missing: z
      .array(z.object({ variant: z.int(), code: z.string(), error: z.string() }))
      .optional()
      .meta({ description: 'Variants that failed; they are not billed. The first variant is 0.' }),
  })
  .meta({ id: 'GeneratedImages', description: 'Images, and how they were made.' });
export type GenerateImageAnswer = z.output<typeof GenerateImageAnswer>;

/** Answer of `GET /image/styles`. */
export const StyleList = z
  .object({
    object: z.literal('list'),
    data: z.array(z.string()).meta({ description: 'Values of `style_preset`.', example: ['Anime', 'Watercolor'] }),
  })
  .meta({ id: 'StyleList', description: 'The style presets.' });
export type StyleList = z.output<typeof StyleList>;

/**
 * Errors of drawing in addition to those of every request, for the API description: of the model's name, and of style
 * references.
 */
export const IMAGE_CODES: readonly ErrorCode[] = [
  'INVALID_MODEL',
  'INVALID_IMAGE_FORMAT',
  'IMAGE_TOO_LARGE',
  'CORRUPTED_IMAGE',
];

/** Content types of binary answers. */
export const IMAGE_TYPES = ['image/webp', 'image/png', 'image/jpeg'] as const;

/** An event of the studio: progress of one variant (from 0), or, at the end, the result. */
export type StudioEvent =
  | {
      type: 'progress';
      variant: number;
      /** 0…1. */
      share: number;
      /** A data: URL of an unfinished version. */
      preview?: string;
    }
  | {
      type: 'result';
      answer: GenerateImageAnswer;
      /** One entry per image. */
      safety: { blurred: boolean; contentViolation: boolean }[];
      /** One entry per image. */
      seeds: number[];
      /** Names of fields that the model could not apply. */
      notApplied: string[];
      receipt: { requestId: string; costUsd: number; currency: 'USD' | 'DIEM'; balanceAfterUsd?: number };
    };
