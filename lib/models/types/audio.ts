import type { SpeechPrice, TranscriptionPrice } from '../price/audio';
import type { MusicPrice } from '../price/music';
import type { CLONING_MODES, MUSIC_ABILITIES, MUSIC_FORMATS, SPEECH_FORMATS } from '../values';

type SpeechFormat = (typeof SPEECH_FORMATS)[number];
type MusicFormat = (typeof MUSIC_FORMATS)[number];

/** What a speaking model has beside what every model has (contract 6.3, 10.1). */
export type TtsMetadata = {
  type: 'tts';
  /** Names of its own voices. */
  voices: string[];
  /** The voice that speaks where the caller names none. */
  defaultVoice?: string;
  formats: SpeechFormat[];
  defaultFormat: SpeechFormat;
  /** Whether a vendor's own id of a voice is taken too. */
  customVoices: boolean;
  /** Absent where voices cannot be cloned (contract 10.3). */
  cloning?: {
    mode: (typeof CLONING_MODES)[number];
    /** Containers of a sample: `wav`, `mp3`. */
    formats: string[];
    minSampleSeconds: number;
    retentionDays: number;
  };
  price: SpeechPrice;
};

/** What a listening model has beside what every model has (contract 10.2). */
export type AsrMetadata = { type: 'asr'; price: TranscriptionPrice };

/** What a music model has beside what every model has (contract 6.3, 11). Durations are seconds. */
export type MusicMetadata = {
  type: 'music';
  voices: string[];
  defaultVoice?: string;
  formats: MusicFormat[];
  defaultFormat: MusicFormat;
  abilities: (typeof MUSIC_ABILITIES)[number][];
  /** Only with the ability `speed`. */
  speed?: { default: number; min: number; max: number };
  /** The durations that may be chosen, where only some may. */
  durationOptions?: number[];
  minDuration?: number;
  maxDuration?: number;
  /** Where the caller names none; absent where no duration can be chosen. */
  defaultDuration?: number;
  promptCharacterLimit?: number;
  minPromptLength?: number;
  lyricsCharacterLimit?: number;
  price: MusicPrice;
};
