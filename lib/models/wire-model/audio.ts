import type { ModelOf } from '../model';
import { speechPricing } from '../price/audio';
import { musicPricing } from '../price/music';
import type { WireMusicModel, WireTtsModel } from '../wire/audio';
import type { BaseSpec } from '../wire/base';

type TtsSpec = Omit<WireTtsModel['model_spec'], keyof BaseSpec>;
type MusicSpec = Omit<WireMusicModel['model_spec'], keyof BaseSpec>;

/** The `model_spec` members of a text-to-speech model (docs/api-rules.md, "Model object" and "Model pricing"). */
export function ttsSpec(model: ModelOf<'tts'>): TtsSpec {
  const { cloning } = model;
  return {
    voices: model.voices,
    ...(cloning && {
      voice_cloning: {
        mode: cloning.mode,
        accepted_formats: cloning.formats,
        min_sample_seconds: cloning.minSampleSeconds,
        retention_days: cloning.retentionDays,
      },
    }),
    supported_formats: model.formats,
    default_format: model.defaultFormat,
    supports_custom_voice_id: model.customVoices,
    pricing: speechPricing(model.price),
  };
}

/** The `model_spec` members of a music model (docs/api-rules.md, "Model object" and "Model pricing"). */
export function musicSpec(model: ModelOf<'music'>): MusicSpec {
  const { abilities, voices, defaultVoice, speed } = model;
  return {
    ...(voices.length > 0 && { voices, default_voice: defaultVoice }),
    supported_formats: model.formats,
    default_format: model.defaultFormat,
    supports_custom_voice_id: abilities.includes('custom_voice_id'),
    supports_lyrics: abilities.includes('lyrics') || abilities.includes('lyrics_required'),
    lyrics_required: abilities.includes('lyrics_required'),
    supports_lyrics_optimizer: abilities.includes('lyrics_optimizer'),
    supports_force_instrumental: abilities.includes('force_instrumental'),
    supports_loop: abilities.includes('loop'),
    supports_language_code: abilities.includes('language_code'),
    supports_speed: speed !== undefined,
    default_speed: speed?.default,
    min_speed: speed?.min,
    max_speed: speed?.max,
    duration_options: model.durationOptions,
    min_duration: model.minDuration,
    max_duration: model.maxDuration,
    default_duration: model.defaultDuration,
    prompt_character_limit: model.promptCharacterLimit,
    min_prompt_length: model.minPromptLength,
    lyrics_character_limit: model.lyricsCharacterLimit,
    pricing: musicPricing(model.price),
  };
}
