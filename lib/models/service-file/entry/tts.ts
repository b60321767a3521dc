import { z } from 'zod';
import { readSpeechPrice, SpeechPriceLayout } from '../../price/audio';
import { CLONING_MODES, SPEECH_FORMATS } from '../../values';
import { BASE_EXAMPLES, baseMembers, mediaTraits, notAmong, type EntryProblem } from './base';

const MAX_VOICES = 2_000;
/** The longest name of a voice on the wire. */
const MAX_VOICE_CHARACTERS = 512;
const MAX_SAMPLE_SECONDS = 3_600;
const MAX_RETENTION_DAYS = 3_650;

/** Names of voices, as callers write them. */
export const voices = z.array(z.string().min(1).max(MAX_VOICE_CHARACTERS)).max(MAX_VOICES).default([]);

const cloningEntry = z.strictObject({
  mode: z.enum(CLONING_MODES),
  accepted_formats: z
    .array(z.string().regex(/^[a-z0-9]{2,8}$/, { error: 'is not a container; write it like wav' }))
    .min(1),
  min_sample_seconds: z.number().min(0).max(MAX_SAMPLE_SECONDS).default(0),
  retention_days: z.int().min(0).max(MAX_RETENTION_DAYS).default(7),
});

/** A text-to-speech model of the service file. */
export const TtsEntry = z.strictObject({
  type: z.literal('tts'),
  ...baseMembers,
  price: SpeechPriceLayout,
  traits: mediaTraits,
  voices,
  default_voice: z.string().optional(),
  supported_formats: z.array(z.enum(SPEECH_FORMATS)).min(1).default(['mp3']),
  default_format: z.enum(SPEECH_FORMATS).optional(),
  custom_voice_id: z.boolean().default(false),
  voice_cloning: cloningEntry.optional(),
});
type TtsEntry = z.output<typeof TtsEntry>;

/** How the members of a text-to-speech model are written, by name. */
export const TTS_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ input: "15" }, in USD per million characters',
  input: '"15"',
  voices: '[anna, ben]',
  default_voice: 'anna',
  supported_formats: '[mp3, wav]',
  default_format: 'mp3',
  custom_voice_id: 'true',
  voice_cloning: '{ mode: zero_shot, accepted_formats: [wav, mp3] }',
  mode: 'zero_shot',
  accepted_formats: '[wav, mp3]',
  min_sample_seconds: '5',
  retention_days: '7',
};

/** Reads the members that are specific to this type; by default the first voice and format. */
export function readTtsMetadata(entry: TtsEntry) {
  const { voice_cloning: cloning, supported_formats: formats } = entry;
  const defaultVoice = entry.default_voice ?? entry.voices[0];
  return {
    type: 'tts' as const,
    /** Names of its own voices. */
    voices: entry.voices,
    ...(defaultVoice !== undefined && { defaultVoice }),
    formats,
    defaultFormat: entry.default_format ?? formats[0] ?? 'mp3',
    /** Whether a vendor's own voice ids are accepted too. */
    customVoices: entry.custom_voice_id,
    ...(cloning && {
      /** Absent if voices cannot be cloned. */
      cloning: {
        mode: cloning.mode,
        /** Audio formats of a sample: `wav`, `mp3`. */
        formats: cloning.accepted_formats,
        minSampleSeconds: cloning.min_sample_seconds,
        retentionDays: cloning.retention_days,
      },
    }),
    price: readSpeechPrice(entry.price),
  };
}

/** Metadata of a text-to-speech model in addition to that of every model (docs/api-rules.md, "Model object"). */
export type TtsMetadata = ReturnType<typeof readTtsMetadata>;

/** Checks that need more than one member of a text-to-speech model. */
export function ttsProblems(entry: TtsEntry): EntryProblem[] {
  return [
    ...(entry.custom_voice_id ? [] : notAmong('default_voice', entry.default_voice, 'voices', entry.voices)),
    ...notAmong('default_format', entry.default_format, 'supported_formats', entry.supported_formats),
  ];
}
