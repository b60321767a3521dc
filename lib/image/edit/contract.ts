import { z } from 'zod';
import type { ErrorCode } from '../../core/errors';
import { EDIT_ASPECT_RATIOS, QUALITIES } from '../../models/values';
import { IMAGE_FORMATS } from '../contract';
import { OPENAI_SIZES } from '../openai/contract';
import { unavailable } from '../plan/unavailable';
import { withoutNulls } from '../plan/without-nulls';

/** Requests of image editing (docs/api-rules.md, "Image edits"). */

const MAX_PROMPT_CHARACTERS = 32_768;
const MAX_RESOLUTION_CHARACTERS = 10;
/** More input images than any model of the service file takes. */
const MAX_IMAGES = 100;

const EXAMPLE_ADDRESS = 'https://example.com/photo.png';

/** An image: text in JSON, bytes from a form. Whether a text is base64 or an address is decided when it is read. */
const imageSource = (description: string, example: string) =>
  z
    .custom<string | Uint8Array>(
      (value) => (typeof value === 'string' && value !== '') || value instanceof Uint8Array,
      {
        error: (issue) =>
          issue.input === undefined ? 'Required: an image' : 'Must be an image: text, or a file of a form',
      },
    )
    .meta({ type: 'string', description, example });

const anyImage = imageSource('Base64, a data: URL, or a public http(s) address; a file in a form.', EXAMPLE_ADDRESS);
const flag = z.boolean().optional();

const promptText = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(MAX_PROMPT_CHARACTERS)
    .meta({
      description: `${description} The model may take fewer characters: \`promptCharacterLimit\`.`,
      example,
    });

/** The example is possible with any image. */
const prompt = promptText(
  'What to change. Objects can be changed in pictures of the scene composer that were drawn with `embed_exif_metadata: true`, by the embedded editor.',
  'Make it warmer and add a vignette',
);

/** The fields of both ways to edit, besides their images. */
const editFields = {
  prompt,
  model: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'ID, trait, or alias of a model of type `inpaint`.', example: 'default', default: 'default' }),
  modelId: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Another name of `model`, which wins.', example: 'default' }),
  aspect_ratio: z
    .enum(EDIT_ASPECT_RATIOS)
    .optional()
    .meta({ description: 'One of the model’s `aspectRatios`; `auto` keeps that of the image.', example: 'auto' }),
  resolution: z
    .string()
    .min(1)
    .max(MAX_RESOLUTION_CHARACTERS)
    .optional()
    .meta({ description: 'One of the model’s `resolutions`; models without any ignore it.', example: '1K' }),
  quality: z
    .enum(QUALITIES)
    .optional()
    .meta({ description: 'One of the model’s `qualities`; models without any ignore it.', example: 'medium' }),
  output_format: z
    .enum([...IMAGE_FORMATS, 'jpg'])
    .transform((format) => (format === 'jpg' ? 'jpeg' : format))
    .optional()
    .meta({ description: 'Default: `png` for resolution 1K, else `jpeg`.', example: 'png' }),
  safe_mode: flag.meta({ description: 'Whether adult images are blurred.', example: true, default: true }),
  enhance_prompt: unavailable('Rewriting the prompt').meta({ description: 'Not available yet.', example: false }),
  disable_prompt_optimization_thinking: flag.meta({ description: 'Accepted, no effect.', example: false }),
};

/** Booleans among those fields, for forms. */
const EDIT_BOOLEANS = ['safe_mode', 'enhance_prompt', 'disable_prompt_optimization_thinking'];

/** Body of `POST /image/edit`. Unknown fields are ignored, and null counts as absent. */
export const EditImageRequest = z
  .preprocess(withoutNulls, z.object({ ...editFields, image: anyImage }))
  .meta({ id: 'EditImageRequest', description: 'An image, and what to change in it.' });
export type EditImageRequest = z.output<typeof EditImageRequest>;

/** Body of `POST /image/multi-edit`. Unknown fields are ignored, and null counts as absent. */
export const MultiEditImageRequest = z
  .preprocess(
    withoutNulls,
    z.object({
      ...editFields,
      prompt: promptText(
        'What to make of the images. The embedded editor refuses a prompt that leaves one of them out.',
        'Put the images side by side',
      ),
      images: z
        .array(anyImage)
        .min(1)
        .max(MAX_IMAGES)
        .meta({
          description: 'The first one is the base, all others are layers; up to the model’s `maxInputImages`.',
          example: [EXAMPLE_ADDRESS, 'https://example.com/hat.png'],
        }),
    }),
  )
  .meta({ id: 'MultiEditImageRequest', description: 'Several images, and what to make of them.' });
export type MultiEditImageRequest = z.output<typeof MultiEditImageRequest>;

/** Body of `POST /image/upscale`. Unknown fields are ignored, and null counts as absent. */
export const UpscaleImageRequest = z
  .preprocess(
    withoutNulls,
    z.object({
      image: imageSource('Base64 or a data: URL; a file in a form.', 'iVBORw0KGgo='),
      scale: z
        .union([z.literal(2), z.literal(4)], { error: 'Must be 2 or 4' })
        .optional()
        .meta({
          description: 'How many times as wide and high. 4 becomes 2 if the result would be too large.',
          example: 2,
          default: 2,
        }),
      creativity: z.number().optional().meta({
        description: 'How freely details are made up; limited to 0…0.02.',
        example: 0.01,
        default: 0.01,
      }),
    }),
  )
  .meta({ id: 'UpscaleImageRequest', description: 'An image to enlarge.' });
export type UpscaleImageRequest = z.output<typeof UpscaleImageRequest>;

/** Body of `POST /image/background-remove`: one image, and nothing else. */
export const RemoveBackgroundRequest = z
  .strictObject({
    image: imageSource('Base64 or a data: URL; a file in a form.', 'iVBORw0KGgo=').optional(),
    image_url: z
      .url({ protocol: /^https?$/, error: 'Must be an http or https URL' })
      .optional()
      .meta({ description: 'A public address, instead of `image`.', example: EXAMPLE_ADDRESS }),
  })
  .refine(({ image, image_url: url }) => (image === undefined) !== (url === undefined), {
    path: ['image'],
    error: 'Send either image or image_url',
  })
  .meta({ id: 'RemoveBackgroundRequest', description: 'An image whose background becomes transparent.' });
export type RemoveBackgroundRequest = z.output<typeof RemoveBackgroundRequest>;

const noEffect = { description: 'Accepted, no effect.' };

/** Body of `POST /images/edits`, in OpenAI’s layout. Unknown fields are ignored, and null counts as absent. */
export const CreateImageEditRequest = z
  .preprocess(
    withoutNulls,
    z.object({
      image: z
        .union([anyImage.transform((image) => [image]), z.array(anyImage).min(1).max(MAX_IMAGES)], {
          error: `Must be an image, or a list of 1 to ${MAX_IMAGES} images`,
        })
        .meta({ description: 'One image or several; the first one is edited.', example: EXAMPLE_ADDRESS }),
      mask: imageSource(
        'An image as large as the first one; only where it is transparent may the image change.',
        EXAMPLE_ADDRESS,
      ).optional(),
      prompt,
      model: z
        .string()
        .optional()
        .meta({ description: 'A model of type `inpaint`; other names mean the default one.', example: 'gpt-image-1' }),
      n: z.literal(1, { error: 'Must be 1' }).optional().meta({ description: 'Number of images.', example: 1 }),
      size: z
        .enum(['auto', ...OPENAI_SIZES])
        .optional()
        .meta({ description: 'Width and height in pixels.', example: '1024x1024', default: 'auto' }),
      quality: z
        .enum(['auto', ...QUALITIES, 'standard', 'hd'])
        .optional()
        .meta({ description: 'For models with `qualities`; others ignore it.', example: 'auto', default: 'auto' }),
      response_format: z
        .enum(['b64_json', 'url'])
        .optional()
        .meta({ description: '`url` is a data: URL.', example: 'b64_json', default: 'b64_json' }),
      output_format: z
        .enum(IMAGE_FORMATS)
        .optional()
        .meta({ description: 'Encoding of the image.', example: 'png', default: 'png' }),
      moderation: z
        .enum(['auto', 'low'])
        .optional()
        .meta({ description: '`low` turns safe mode off.', example: 'auto', default: 'auto' }),
      background: z.enum(['transparent', 'opaque', 'auto']).optional().meta(noEffect),
      input_fidelity: z.enum(['high', 'low']).optional().meta(noEffect),
      output_compression: z.int().min(0).max(100).optional().meta(noEffect),
      partial_images: z.int().min(0).max(3).optional().meta(noEffect),
      user: z.string().optional().meta(noEffect),
      stream: unavailable('Streaming').meta({ description: 'Not available.', example: false }),
    }),
  )
  .meta({ id: 'CreateImageEditRequest', description: 'An edit in OpenAI’s layout.' });
export type CreateImageEditRequest = z.output<typeof CreateImageEditRequest>;

/** How the fields of a form become the same members. */
export const EDIT_FORM = { files: { image: 'one' }, booleans: EDIT_BOOLEANS } as const;
export const MULTI_EDIT_FORM = { files: { images: 'many' }, booleans: EDIT_BOOLEANS, maxParts: 120 } as const;
export const UPSCALE_FORM = { files: { image: 'one' }, numbers: ['scale', 'creativity'] } as const;
export const REMOVE_BACKGROUND_FORM = { files: { image: 'one' } } as const;
export const CREATE_EDIT_FORM = {
  files: { image: 'many', mask: 'one' },
  numbers: ['n', 'output_compression', 'partial_images'],
  booleans: ['stream'],
  maxParts: 120,
} as const;

/** What edits answer with, the usual one first. */
export const EDITED_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const INPUT_CODES: readonly ErrorCode[] = [
  'INVALID_MODEL',
  'INVALID_FILE_SIZE',
  'INVALID_IMAGE_FORMAT',
  'IMAGE_TOO_SMALL',
  'IMAGE_TOO_LARGE',
  'CORRUPTED_IMAGE',
  'CONTENT_POLICY_VIOLATION',
];
/** Errors in addition to those of every request, for the API description. */
export const EDIT_CODES: readonly ErrorCode[] = [...INPUT_CODES, 'IMAGE_EDIT_ERROR'];
export const UPSCALE_CODES: readonly ErrorCode[] = [...INPUT_CODES, 'UPSCALE_FAILED'];
