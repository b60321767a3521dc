import { z } from 'zod';
import { usdNumber } from '../../core/money';

/*
 * `pricing` of a model on the wire, by type (docs/api-rules.md, "Model pricing"). Only schemas: the browser loads them
 * through the contract.
 */

/** A price in both currencies; one DIEM buys what one USD buys. */
const PricePair = z.object({
  usd: z.number().nonnegative().meta({ description: 'USD', example: 0.15 }),
  diem: z.number().nonnegative().meta({ description: 'DIEM', example: 0.15 }),
});
export type PricePair = z.output<typeof PricePair>;

/** A price in the wire layout. */
export function pricePair(nanoUsd: bigint): PricePair {
  return { usd: usdNumber(nanoUsd), diem: usdNumber(nanoUsd) };
}

/** The same number in both currencies. */
const pair = (amount: number): PricePair => ({ usd: amount, diem: amount });

/** The examples are the prices of `demo-text-s` in docs/service-file.md. */
const textPairs = {
  input: PricePair.meta({ description: 'Prompt tokens', example: pair(0.2) }),
  output: PricePair.meta({ description: 'Generated tokens', example: pair(0.9) }),
  cache_input: PricePair.optional().meta({ description: 'Prompt tokens read from the cache', example: pair(0.05) }),
  cache_write: PricePair.optional().meta({ description: 'Prompt tokens written to the cache', example: pair(0.25) }),
};

/** Prices of a text model, per 1,000,000 tokens. */
export const TextPricing = z.object({
  ...textPairs,
  extended: z
    .object({
      context_token_threshold: z
        .number()
        .int()
        .positive()
        .meta({ description: 'Prompts with more tokens than this are billed at the prices below', example: 200_000 }),
      ...textPairs,
    })
    .optional()
    .meta({ description: 'Prices for long prompts; they replace all others' }),
});
export type TextPricing = z.output<typeof TextPricing>;

/** Prices of an embedding model, per 1,000,000 tokens. */
export const EmbeddingPricing = z.object({
  input: PricePair.meta({ description: 'Input tokens' }),
  output: PricePair.meta({ description: 'Generated tokens; embeddings have none' }),
});
export type EmbeddingPricing = z.output<typeof EmbeddingPricing>;

const Qualities = z.object({ low: PricePair.optional(), medium: PricePair.optional(), high: PricePair.optional() });
const sizePairs = {
  resolutions: z.record(z.string(), PricePair).optional().meta({ description: 'By resolution' }),
  quality: z.record(z.string(), Qualities).optional().meta({ description: 'By resolution and quality' }),
};
const UpscalePair = z.object({ '2x': PricePair, '4x': PricePair }).meta({ description: 'Upscaling, by scale' });

/** Prices of an image model, per image. */
export const ImagePricing = z.object({
  generation: PricePair.optional().meta({ description: 'Per image of any size' }),
  ...sizePairs,
  upscale: UpscalePair,
});
export type ImagePricing = z.output<typeof ImagePricing>;

/** Prices of an upscaling model, per image. */
export const UpscalePricing = z.object({
  generation: PricePair.meta({ description: 'One image' }),
  upscale: UpscalePair,
});
export type UpscalePricing = z.output<typeof UpscalePricing>;

/** Prices of an editing model, per edit. */
export const InpaintPricing = z.object({
  inpaint: PricePair.meta({ description: 'One edit' }),
  ...sizePairs,
  inputImages: z
    .object({
      included: z.number().int().nonnegative().meta({ description: 'Input images included in the price', example: 1 }),
      additional: PricePair.meta({ description: 'Per additional input image' }),
    })
    .optional(),
  background_removal: PricePair.optional().meta({
    description: 'Removing the background of one image',
    example: pair(0.01),
  }),
});
export type InpaintPricing = z.output<typeof InpaintPricing>;

/** Price of a text-to-speech model, per 1,000,000 characters. */
export const SpeechPricing = z.object({ input: PricePair.meta({ description: 'Input characters' }) });
export type SpeechPricing = z.output<typeof SpeechPricing>;

/** Price of a speech-to-text model, per second of audio. */
export const TranscriptionPricing = z.object({
  per_audio_second: PricePair.meta({ description: 'Per second of audio' }),
});
export type TranscriptionPricing = z.output<typeof TranscriptionPricing>;

/** Price of a music model: exactly one of the members. */
export const MusicPricing = z.object({
  generation: PricePair.optional().meta({ description: 'A job' }),
  durations: z
    .record(z.string(), PricePair.extend({ min_seconds: z.number().nonnegative(), max_seconds: z.number().positive() }))
    .optional()
    .meta({ description: 'A job, by its duration' }),
  per_second: PricePair.optional().meta({ description: 'Per second of the result' }),
  per_thousand_characters: PricePair.optional().meta({ description: 'Per 1,000 prompt characters' }),
});
export type MusicPricing = z.output<typeof MusicPricing>;
