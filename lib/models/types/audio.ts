import type { SpeechPrice, TranscriptionPrice } from '../price/audio';
import type { MusicPrice } from '../price/music';
import type { CLONING_MODES, MUSIC_ABILITIES, MUSIC_FORMATS, SPEECH_FORMATS } from '../values';

type SpeechFormat = (typeof SPEECH_FORMATS)[number];
type MusicFormat = (typeof MUSIC_FORMATS)[number];

/** Metadata of a text-to-speech model in addition to that of every model (docs/api-rules.md, "Model object"). */
export type TtsMetadata = {
  type: 'tts';
  /** Names of its own voices. */
  voices: string[];
  /** The voice that is used if the caller names none. */
  defaultVoice?: string;
  formats: SpeechFormat[];
  defaultFormat: SpeechFormat;
  /** Whether a vendor's own voice ids are accepted too. */
  customVoices: boolean;
  /** Absent if voices cannot be cloned. */
  cloning?: {
    mode: (typeof CLONING_MODES)[number];
    /** Audio formats of a sample: `wav`, `mp3`. */
    formats: string[];
    minSampleSeconds: number;
    retentionDays: number;
  };
  price: SpeechPrice;
};

/** Metadata of a speech-to-text model in addition to that of every model. */
export type AsrMetadata = { type: 'asr'; price: TranscriptionPrice };

/**
 * Metadata of a music model in addition to that of every model (docs/api-rules.md, "Model object"). Durations are
 * seconds.
 */
export type MusicMetadata = {
  type: 'music';
  voices: string[];
  defaultVoice?: string;
  formats: MusicFormat[];
  defaultFormat: MusicFormat;
  abilities: (typeof MUSIC_ABILITIES)[number][];
  /** Only with the ability `speed`. */
  speed?: { default: number; min: number; max: number };
  /** The allowed durations, if only some are allowed. */
  durationOptions?: number[];
  minDuration?: number;
  maxDuration?: number;
  /** Used if the caller names none; absent if no duration can be chosen. */
  defaultDuration?: number;
  promptCharacterLimit?: number;
  minPromptLength?: number;
  lyricsCharacterLimit?: number;
  price: MusicPrice;
};
