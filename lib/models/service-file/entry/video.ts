import { z } from 'zod';
import { readVideoPrice, VideoPriceLayout } from '../../price/video';
import { VIDEO_ASPECT_RATIOS, VIDEO_KINDS, VIDEO_RESOLUTIONS } from '../../values';
import { BASE_EXAMPLES, baseMembers, mediaTraits, type EntryProblem } from './base';

/** The longest prompt of a video on the wire. */
const MAX_PROMPT_CHARACTERS = 20_000;
const MAX_DURATIONS = 50;
const DURATION = /^(([1-9]|[12]\d|30)s|-1|1 gen|[Aa]uto)$/;

const duration = z.string().regex(DURATION, { error: 'is not a duration; write it like 5s (1s to 30s), or auto' });

/** A video model of the service file. */
export const VideoEntry = z.strictObject({
  type: z.literal('video'),
  ...baseMembers,
  price: VideoPriceLayout,
  traits: mediaTraits,
  model_type: z.enum(VIDEO_KINDS),
  aspect_ratios: z.array(z.enum(VIDEO_ASPECT_RATIOS)).default([]),
  resolutions: z.array(z.enum(VIDEO_RESOLUTIONS)).default([]),
  durations: z.array(duration).max(MAX_DURATIONS).default([]),
  audio: z.boolean().default(false),
  audio_configurable: z.boolean().default(false),
  prompt_character_limit: z.int().min(1).max(MAX_PROMPT_CHARACTERS).optional(),
});
type VideoEntry = z.output<typeof VideoEntry>;

/** How the members of a video model are written, by name. */
export const VIDEO_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  price: '{ per_second: "0.10" }, in USD',
  generation: '"0.50"',
  per_second: '"0.10"',
  'price.resolutions': '{ 1080p: "0.20" }',
  'price.audio': '"0.05"',
  model_type: 'text-to-video',
  aspect_ratios: '["16:9", "1:1"]',
  resolutions: '[720p, 1080p]',
  durations: '[5s, 10s]',
  audio: 'true',
  audio_configurable: 'true',
  prompt_character_limit: '2500',
};

/** Reads the members that are specific to this type. */
export function readVideoMetadata(entry: VideoEntry) {
  return {
    type: 'video' as const,
    kind: entry.model_type,
    aspectRatios: entry.aspect_ratios,
    resolutions: entry.resolutions,
    /** As named on the wire: `5s`, `auto`. */
    durations: entry.durations,
    /** Whether its videos have audio. */
    audio: entry.audio,
    /** Whether the caller decides whether there is audio. */
    audioConfigurable: entry.audio_configurable,
    ...(entry.prompt_character_limit !== undefined && { promptCharacterLimit: entry.prompt_character_limit }),
    price: readVideoPrice(entry.price),
  };
}

/**
 * Metadata of a video model in addition to that of every model (docs/api-rules.md, "Model sizing"); an empty list
 * leaves nothing to choose.
 */
export type VideoMetadata = ReturnType<typeof readVideoMetadata>;

/** Checks that audio members fit together, and that every choice has a price. */
export function videoProblems(entry: VideoEntry): EntryProblem[] {
  const needsAudio = 'only applies with audio: true; add that, or remove it';
  const problems: EntryProblem[] = [];
  if (entry.audio_configurable && !entry.audio) problems.push({ path: ['audio_configurable'], text: needsAudio });
  if (entry.price.audio !== undefined && !entry.audio) problems.push({ path: ['price', 'audio'], text: needsAudio });
  for (const name of Object.keys(entry.price.resolutions ?? {})) {
    if (entry.resolutions.some((resolution) => resolution === name)) continue;
    const text = 'is not among its resolutions; add it there, or remove it';
    problems.push({ path: ['price', 'resolutions', name], text });
  }
  if (entry.price.per_second === undefined) return problems;
  if (entry.durations.length === 0) {
    problems.push({ path: ['durations'], text: 'is missing: the price depends on it; write it like [5s, 10s]' });
  }
  for (const [index, name] of entry.durations.entries()) {
    if (name.endsWith('s')) continue;
    const text = `${JSON.stringify(name)} has no seconds, so per_second gives no price; write seconds, or price it by generation`;
    problems.push({ path: ['durations', index], text });
  }
  return problems;
}
