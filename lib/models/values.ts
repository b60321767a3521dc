/*
 * The enums that describe models (docs/api-rules.md, "Closed lists"), in one place for the service file, the neutral
 * layout and the wire. Imports nothing: the browser loads them through the contract.
 */

/** The nine types of models, text first. Source: docs/api-rules.md, "Model types". */
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

/** `anonymized` models run at a third party. */
export const PRIVACIES = ['private', 'anonymized'] as const;

/** How a text model's weights are quantized. */
export const QUANTIZATIONS = ['fp4', 'fp8', 'fp16', 'bf16', 'int8', 'int4', 'not-available'] as const;

/** How much a text model reasons, from not at all to the most. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** A reasoning effort. */
export type Effort = (typeof EFFORTS)[number];

/** What a text model can do besides plain text, as named in the service file. */
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

/** What an image model can do besides plain prompts, as named in the service file. */
export const IMAGE_ABILITIES = [
  'style_references',
  'style_reference_strength',
  'web_search',
  'optimize_prompt_thinking',
] as const;

/** What a music model can do besides plain prompts, as named in the service file. */
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

/** Qualities of an image. */
export const QUALITIES = ['low', 'medium', 'high'] as const;

/** Aspect ratios of an edited image. */
export const EDIT_ASPECT_RATIOS = ['auto', '1:1', '3:2', '16:9', '21:9', '9:16', '2:3', '3:4', '4:5', '4:3'] as const;

/** What a video model makes a video from. */
export const VIDEO_KINDS = ['image-to-video', 'text-to-video', 'video'] as const;

/** Aspect ratios of a video. */
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

/** Resolutions of a video. */
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

/** Encodings of speech. */
export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;

/** Encodings of music. */
export const MUSIC_FORMATS = ['mp3', 'wav', 'flac'] as const;

/** How a voice is cloned. */
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
/**
 * Published are those of text and image models (docs/api-rules.md, "Traits and aliases"); all other types use those of
 * image models.
 */
const MEDIA_TRAITS = ['default', 'fastest', 'highest_quality', 'most_uncensored'] as const;

/** Editing models have one more, which is ours: the model that removes backgrounds. */
const INPAINT_TRAITS = [...MEDIA_TRAITS, 'background_removal'] as const;

/** The traits that models of a type may have, each on at most one of them. */
export const TRAITS = { text: TEXT_TRAITS, inpaint: INPAINT_TRAITS, media: MEDIA_TRAITS } as const;

/** Whether a value is a model type. */
export function isType(value: unknown): value is ModelType {
  return MODEL_TYPES.some((type) => type === value);
}
