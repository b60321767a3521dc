import { z } from 'zod';
import { MusicPriceLayout, readMusicPrice } from '../../price/music';
import { MUSIC_ABILITIES, MUSIC_FORMATS } from '../../values';
import { BASE_EXAMPLES, baseMembers, mediaTraits, notAmong, type EntryProblem } from './base';
import { voices } from './tts';

const MAX_SECONDS = 86_400;
const MAX_CHARACTERS = 1_000_000;

const seconds = z.int().min(1).max(MAX_SECONDS);
const characters = z.int().min(1).max(MAX_CHARACTERS).optional();
/** The speeds that a request may set. */
const speed = z.number().min(0.25).max(4).optional();

/** A music model of the service file. */
export const MusicEntry = z.strictObject({
  type: z.literal('music'),
  ...baseMembers,
  price: MusicPriceLayout,
  traits: mediaTraits,
  capabilities: z.array(z.enum(MUSIC_ABILITIES)).default([]),
  voices,
  default_voice: z.string().optional(),
  supported_formats: z.array(z.enum(MUSIC_FORMATS)).min(1).default(['mp3']),
  default_format: z.enum(MUSIC_FORMATS).optional(),
  default_speed: speed,
  min_speed: speed,
  max_speed: speed,
  duration_options: z.array(seconds).min(1).max(100).optional(),
  min_duration: seconds.optional(),
  max_duration: seconds.optional(),
  default_duration: seconds.optional(),
  prompt_character_limit: characters,
  min_prompt_length: characters,
  lyrics_character_limit: characters,
});
type MusicEntry = z.output<typeof MusicEntry>;

/** How the members of a music model are written, by name. */
export const MUSIC_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ per_second: "0.002" }, in USD',
  generation: '"0.10"',
  durations: '{ 60: { price: "0.10", min_seconds: 1, max_seconds: 60 } }',
  min_seconds: '1',
  max_seconds: '60',
  per_second: '"0.002"',
  per_thousand_characters: '"0.10"',
  capabilities: '[lyrics, force_instrumental]',
  voices: '[anna, ben]',
  default_voice: 'anna',
  supported_formats: '[mp3, wav]',
  default_format: 'mp3',
  default_speed: '1',
  min_speed: '0.5',
  max_speed: '2',
  duration_options: '[30, 60]',
  min_duration: '10',
  max_duration: '240',
  default_duration: '60',
  prompt_character_limit: '1000',
  min_prompt_length: '10',
  lyrics_character_limit: '3000',
};

/** Reads the members that are specific to this type; by default the first voice and format. */
export function readMusicMetadata(entry: MusicEntry) {
  const { supported_formats: formats, duration_options: durationOptions } = entry;
  const optional = {
    defaultVoice: entry.default_voice ?? entry.voices[0],
    minDuration: entry.min_duration,
    maxDuration: entry.max_duration,
    /** Used if the caller names none; absent if no duration can be chosen. */
    defaultDuration: entry.default_duration ?? durationOptions?.[0],
    /** The allowed durations, if only some are allowed. */
    durationOptions,
    promptCharacterLimit: entry.prompt_character_limit,
    minPromptLength: entry.min_prompt_length,
    lyricsCharacterLimit: entry.lyrics_character_limit,
  };
  return {
    type: 'music' as const,
    voices: entry.voices,
    formats,
    defaultFormat: entry.default_format ?? formats[0] ?? 'mp3',
    abilities: entry.capabilities,
    /** Only with the ability `speed`. */
    ...(entry.capabilities.includes('speed') && { speed: speedOf(entry) }),
    ...optional,
    price: readMusicPrice(entry.price),
  };
}

/**
 * Metadata of a music model in addition to that of every model (docs/api-rules.md, "Model object"); durations are
 * seconds.
 */
export type MusicMetadata = ReturnType<typeof readMusicMetadata>;

/** Checks that need more than one member of a music model. */
export function musicProblems(entry: MusicEntry): EntryProblem[] {
  const custom = entry.capabilities.includes('custom_voice_id');
  return [
    ...(custom ? [] : notAmong('default_voice', entry.default_voice, 'voices', entry.voices)),
    ...notAmong('default_format', entry.default_format, 'supported_formats', entry.supported_formats),
    ...durationProblems(entry),
    ...outOfOrder('min_prompt_length', entry.min_prompt_length, 'prompt_character_limit', entry.prompt_character_limit),
    ...speedProblems(entry),
    ...lyricsProblems(entry),
  ];
}

function speedOf({ default_speed, min_speed, max_speed }: MusicEntry): { default: number; min: number; max: number } {
  return { default: default_speed ?? 1, min: min_speed ?? 0.25, max: max_speed ?? 4 };
}

function durationProblems(entry: MusicEntry): EntryProblem[] {
  const { default_duration: usual, duration_options: options, min_duration: min, max_duration: max } = entry;
  const problems = outOfOrder('min_duration', min, 'max_duration', max);
  if (options) problems.push(...notAmong('default_duration', usual, 'duration_options', options));
  problems.push(...outOfOrder('min_duration', min, 'default_duration', usual));
  problems.push(...outOfOrder('default_duration', usual, 'max_duration', max));
  const chosen = usual ?? options?.[0];
  const { per_second: perSecond, durations } = entry.price;
  if (chosen === undefined && (perSecond !== undefined || durations)) {
    problems.push({ path: ['default_duration'], text: 'is missing: the price depends on it; write it like 60' });
  }
  const tiers = Object.values(durations ?? {});
  const unpriced = [...(options ?? []), ...(usual === undefined ? [] : [usual])].find(
    (duration) => !tiers.some((tier) => duration >= tier.min_seconds && duration <= tier.max_seconds),
  );
  if (durations && unpriced !== undefined) {
    const text = `has no price for a duration of ${unpriced} seconds; add one that includes it`;
    problems.push({ path: ['price', 'durations'], text });
  }
  return problems;
}

function speedProblems(entry: MusicEntry): EntryProblem[] {
  if (!entry.capabilities.includes('speed')) {
    return (['default_speed', 'min_speed', 'max_speed'] as const).flatMap((member) => {
      if (entry[member] === undefined) return [];
      return [{ path: [member], text: 'only applies with speed; add speed to capabilities, or remove it' }];
    });
  }
  const { min, max, default: usual } = speedOf(entry);
  const problems = outOfOrder('min_speed', min, 'max_speed', max);
  if (problems.length > 0 || (usual >= min && usual <= max)) return problems;
  return [{ path: ['default_speed'], text: `${usual} is not between ${min} and ${max}; write one that is` }];
}

function lyricsProblems({ capabilities, lyrics_character_limit: limit }: MusicEntry): EntryProblem[] {
  if (limit === undefined || capabilities.includes('lyrics') || capabilities.includes('lyrics_required')) return [];
  const text = 'only applies with lyrics; add lyrics to capabilities, or remove it';
  return [{ path: ['lyrics_character_limit'], text }];
}

function outOfOrder(lower: string, min: number | undefined, upper: string, max: number | undefined): EntryProblem[] {
  if (min === undefined || max === undefined || min <= max) return [];
  return [{ path: [lower], text: `${min} is more than ${upper}, ${max}; write at most that, or raise ${upper}` }];
}
