/*
 * The enums that describe models (contract 6), in one place for the service file, the neutral layout and the wire.
 * Imports nothing: the browser loads them through the contract.
 */

/** The nine types of models, text first. Source: contract 6.1. */
export const MODEL_TYPES = [
  'text',
  'embedding',
  'image',
  'inpaint',
  'upscale',
  'tts',
  'asr',
  'music',
  'video',
] as const;
/** A type of model. */
export type ModelType = (typeof MODEL_TYPES)[number];

/** `anonymized` models run at a third party. Source: contract 6.3. */
export const PRIVACIES = ['private', 'anonymized'] as const;

/** How a text model's weights are quantized. Source: contract 6.4. */
export const QUANTIZATIONS = ['fp4', 'fp8', 'fp16', 'bf16', 'int8', 'int4', 'not-available'] as const;

/** How much a text model reasons. Source: contract 4.1. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** What a text model can do besides plain text, as named in the service file; contract 6.4. */
export const ABILITIES = [
  'tools',
  'schema',
  'vision',
  'multiple_images',
  'audio',
  'video',
  'reasoning',
  'reasoning_effort',
  'logprobs',
  'code',
  'web_search',
  'x_search',
] as const;

/** What an image model can do besides plain prompts, as named in the service file; contract 6.3, 6.5. */
export const IMAGE_ABILITIES = [
  'style_references',
  'style_reference_strength',
  'web_search',
  'optimize_prompt_thinking',
] as const;

/** What a music model can do besides plain prompts, as named in the service file; contract 6.3. */
export const MUSIC_ABILITIES = [
  'lyrics',
  'lyrics_required',
  'lyrics_optimizer',
  'force_instrumental',
  'loop',
  'language_code',
  'speed',
  'custom_voice_id',
] as const;

/** Qualities of an image. Source: contract 6.6, 8.1. */
export const QUALITIES = ['low', 'medium', 'high'] as const;

/** Aspect ratios of an edited image. Source: contract 9.2. */
export const EDIT_ASPECT_RATIOS = ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5', '4:3'] as const;

/** What a video model makes a video from. Source: contract 6.5. */
export const VIDEO_KINDS = ['image-to-video', 'text-to-video', 'video'] as const;

/** Aspect ratios of a video. Source: contract 12.2. */
export const VIDEO_ASPECT_RATIOS = [
  '1:1',
  '2:3',
  '3:2',
  '3:4',
  '4:3',
  '4:5',
  '5:4',
  '9:16',
  '9:21',
  '16:9',
  '21:9',
  'adaptive',
  'auto',
] as const;

/** Resolutions of a video. Source: contract 12.2. */
export const VIDEO_RESOLUTIONS = [
  '256p',
  '360p',
  '480p',
  '540p',
  '580p',
  '720p',
  '1080p',
  '1440p',
  '2160p',
  '4k',
  '2x',
  '4x',
  '2K',
  '768P',
  'true_1080p',
] as const;

/** Encodings of speech. Source: contract 10.1. */
export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;

/** Encodings of music. Source: contract 11.3. */
export const MUSIC_FORMATS = ['mp3', 'wav', 'flac'] as const;

/** How a voice is cloned. Source: contract 6.3. */
export const CLONING_MODES = ['zero_shot', 'persistent'] as const;

const TEXT_TRAITS = [
  'default',
  'fastest',
  'most_intelligent',
  'most_uncensored',
  'default_reasoning',
  'default_vision',
  'default_code',
  'function_calling_default',
] as const;
/** The contract lists those of text and image models; all other types use those of image models. */
const MEDIA_TRAITS = ['default', 'fastest', 'highest_quality', 'most_uncensored'] as const;

/** The traits that models of a type may have, each on at most one of them. Source: contract 6.7. */
export const TRAITS = { text: TEXT_TRAITS, media: MEDIA_TRAITS } as const;

/** Whether a value is a model type. */
export function isType(value: unknown): value is ModelType {
  return MODEL_TYPES.some((type) => type === value);
}
