import { z } from 'zod';
import { MusicPricing, SpeechPricing, TranscriptionPricing } from '../price/wire';
import { CLONING_MODES, MUSIC_FORMATS, SPEECH_FORMATS } from '../values';
import { modelMembers, specMembers } from './base';

const voices = z
  .array(z.string())
  .meta({ description: 'Allowed values of `voice`; case-sensitive', example: ['anna'] });
const customVoices = z.boolean().meta({ description: 'Whether voice IDs of the vendor are accepted', example: false });
const seconds = z.number().int().positive().optional();
const characters = z.number().int().positive().optional();

/** How voices are cloned. */
const VoiceCloning = z.object({
  mode: z.enum(CLONING_MODES),
  accepted_formats: z
    .array(z.string())
    .meta({ description: 'Audio formats of a voice sample', example: ['wav', 'mp3'] }),
  min_sample_seconds: z.number().nonnegative(),
  retention_days: z.number().int().nonnegative().meta({ description: 'Days that a cloned voice is kept', example: 7 }),
});

/** A text-to-speech model on the wire. */
export const WireTtsModel = z
  .object({
    ...modelMembers,
    type: z.literal('tts'),
    model_spec: z.object({
      ...specMembers,
      voices,
      voice_cloning: VoiceCloning.optional().meta({ description: 'Present if voices can be cloned' }),
      supported_formats: z.array(z.enum(SPEECH_FORMATS)),
      default_format: z.enum(SPEECH_FORMATS),
      supports_custom_voice_id: customVoices,
      pricing: SpeechPricing,
    }),
  })
  .meta({ id: 'TtsModel', description: 'A text-to-speech model.' });
export type WireTtsModel = z.output<typeof WireTtsModel>;

/** A speech-to-text model on the wire. */
export const WireAsrModel = z
  .object({
    ...modelMembers,
    type: z.literal('asr'),
    model_spec: z.object({ ...specMembers, pricing: TranscriptionPricing }),
  })
  .meta({ id: 'AsrModel', description: 'A speech-to-text model.' });

/** A music model on the wire (docs/api-rules.md, "Model object"). */
export const WireMusicModel = z
  .object({
    ...modelMembers,
    type: z.literal('music'),
    model_spec: z.object({
      ...specMembers,
      voices: voices.optional(),
      default_voice: z.string().optional(),
      supported_formats: z.array(z.enum(MUSIC_FORMATS)),
      default_format: z.enum(MUSIC_FORMATS),
      supports_custom_voice_id: customVoices,
      supports_lyrics: z.boolean(),
      lyrics_required: z.boolean(),
      supports_lyrics_optimizer: z.boolean(),
      supports_force_instrumental: z.boolean(),
      supports_loop: z.boolean(),
      supports_language_code: z.boolean(),
      supports_speed: z.boolean(),
      default_speed: z.number().positive().optional(),
      min_speed: z.number().positive().optional(),
      max_speed: z.number().positive().optional(),
      duration_options: z
        .array(z.number().int().positive())
        .optional()
        .meta({ description: 'Allowed values of `duration_seconds`, if only some are allowed', example: [30, 60] }),
      min_duration: seconds,
      max_duration: seconds,
      default_duration: seconds,
      prompt_character_limit: characters,
      min_prompt_length: characters,
      lyrics_character_limit: characters,
      pricing: MusicPricing,
    }),
  })
  .meta({ id: 'MusicModel', description: 'A music generation model.' });
export type WireMusicModel = z.output<typeof WireMusicModel>;
