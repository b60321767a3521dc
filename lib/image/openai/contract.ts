import { z } from 'zod';
import { IMAGE_FORMATS } from '../contract';
import { unavailable } from '../plan/unavailable';
import { withoutNulls } from '../plan/without-nulls';

/** Requests and answers in OpenAI's layout (docs/api-rules.md, "OpenAI images"). */

const MAX_PROMPT_CHARACTERS = 1_500;

/** Sizes of OpenAI's layout; `auto` is the model's own, or the first one. */
export const OPENAI_SIZES = [
  '1024x1024',
  '256x256',
  '512x512',
  '1536x1024',
  '1024x1536',
  '1792x1024',
  '1024x1792',
] as const;

const noEffect = <T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values).optional().meta({ description: 'Accepted, no effect.' });

/** Body of `POST /images/generations`, in OpenAI's layout. Unknown fields are ignored, and null counts as absent. */
export const CreateImageRequest = z
  .preprocess(
    withoutNulls,
    z.object({
      prompt: z.string().min(1).max(MAX_PROMPT_CHARACTERS).meta({
        description: 'What the image shows.',
        example: 'A red kite above a lighthouse',
      }),
      model: z
        .string()
        .optional()
        .meta({ description: 'An image model; unknown names mean the default one.', example: 'gpt-image-1' }),
      n: z.literal(1, { error: 'Must be 1' }).optional().meta({ description: 'Number of images.', example: 1 }),
      size: z
        .enum(['auto', ...OPENAI_SIZES])
        .optional()
        .meta({ description: 'Width and height in pixels.', example: '1024x1024', default: 'auto' }),
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
      quality: noEffect('auto', 'high', 'medium', 'low', 'hd', 'standard'),
      style: noEffect('vivid', 'natural'),
      background: noEffect('transparent', 'opaque', 'auto'),
      output_compression: z
        .int()
        .min(0)
        .max(100)
        .optional()
        .meta({ description: 'Accepted, no effect.', example: 100 }),
      user: z.string().optional().meta({ description: 'Accepted, no effect.', example: 'user-42' }),
      stream: unavailable('Streaming').meta({ description: 'Not available.', example: false }),
    }),
  )
  .meta({ id: 'CreateImageRequest', description: 'An image to draw, in OpenAI’s layout.' });
export type CreateImageRequest = z.output<typeof CreateImageRequest>;

/** Answer in OpenAI's layout, of drawing and of editing. */
export const CreateImageAnswer = z
  .object({
    created: z.int().meta({ description: 'Unix seconds.', example: 1_795_248_000 }),
    data: z.array(
      z.union([
        z.object({ b64_json: z.string().meta({ example: 'UklGRh4AAABXRUJQ' }) }),
        z.object({ url: z.string().meta({ example: 'data:image/png;base64,iVBORw0KGgo' }) }),
      ]),
    ),
  })
  .meta({ id: 'CreatedImages', description: 'Images in OpenAI’s layout.' });
export type CreateImageAnswer = z.output<typeof CreateImageAnswer>;
