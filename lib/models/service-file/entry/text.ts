import { z } from 'zod';
import { readTextPrice, TextPriceLayout } from '../../price/text';
import {
  type Ability,
  MAX_DEFAULT_COMPLETION_TOKENS,
  OPENAI_SAMPLING,
  type SamplingDefaults,
  type TextMetadata,
} from '../../text-metadata';
import { ABILITIES, EFFORTS, QUANTIZATIONS, TRAITS } from '../../values';
import { BASE_EXAMPLES, baseMembers, type EntryProblem } from './base';

const MAX_CONTEXT_TOKENS = 100_000_000;
const MAX_MEDIA = 1_000;

const tokens = z.int().min(1).max(MAX_CONTEXT_TOKENS);
const mediaCount = z.int().min(1).max(MAX_MEDIA).optional();
const penalty = z.number().min(-2).max(2).optional();

/** Limits: docs/api-rules.md, "Chat request fields". Useful repetition penalties are far below 100. */
const samplingEntry = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  frequency_penalty: penalty,
  presence_penalty: penalty,
  repetition_penalty: z.number().min(0).max(100).optional(),
});

/** A text model of the service file. */
export const TextEntry = z.strictObject({
  type: z.literal('text').optional(),
  ...baseMembers,
  class: z.enum(['XS', 'S', 'M', 'L']).default('XS'),
  price: TextPriceLayout,
  context: tokens.default(32_768),
  max_completion: tokens.optional(),
  default_completion: tokens.optional(),
  traits: z.array(z.enum(TRAITS.text)).default([]),
  capabilities: z.array(z.enum(ABILITIES)).default([]),
  quantization: z.enum(QUANTIZATIONS).default('not-available'),
  defaults: samplingEntry.optional(),
  reasoning_efforts: z.array(z.enum(EFFORTS)).min(1).optional(),
  default_reasoning_effort: z.enum(EFFORTS).optional(),
  max_images: mediaCount,
  max_videos: mediaCount,
});
type TextEntry = z.output<typeof TextEntry>;

/** How the members of a text model are written, by name. */
export const TEXT_EXAMPLES: Record<string, string> = {
  ...BASE_EXAMPLES,
  class: 'S',
  price: '{ input: "0.15", output: "0.60" }, in USD per million tokens',
  input: '"0.15"',
  output: '"0.60"',
  cache_input: '"0.05"',
  cache_write: '"0.20"',
  extended: '{ above: 200000, input: "0.30", output: "0.90" }',
  above: '200000',
  context: '32768',
  max_completion: '8192',
  default_completion: '2048',
  capabilities: '[tools, schema]',
  quantization: 'fp8',
  defaults: '{ temperature: 0.7, top_p: 0.9 }',
  temperature: '0.7',
  top_p: '0.9',
  frequency_penalty: '0',
  presence_penalty: '0',
  repetition_penalty: '1.1',
  reasoning_efforts: '[low, medium, high]',
  default_reasoning_effort: 'medium',
  max_images: '10',
  max_videos: '3',
};

/** Reads the members that are specific to this type. */
export function readTextMetadata(entry: TextEntry): TextMetadata {
  const maxCompletionTokens = entry.max_completion ?? entry.context;
  const sent = readSampling(entry.defaults ?? {});
  return {
    type: 'text',
    class: entry.class,
    contextTokens: entry.context,
    maxCompletionTokens,
    defaultCompletionTokens: entry.default_completion ?? Math.min(maxCompletionTokens, MAX_DEFAULT_COMPLETION_TOKENS),
    abilities: entry.capabilities,
    quantization: entry.quantization,
    defaults: { ...OPENAI_SAMPLING, ...sent },
    ...(Object.keys(sent).length > 0 && { sentDefaults: sent }),
    ...(entry.reasoning_efforts && { reasoningEfforts: entry.reasoning_efforts }),
    ...(entry.default_reasoning_effort && { defaultReasoningEffort: entry.default_reasoning_effort }),
    ...(entry.max_images !== undefined && { maxImages: entry.max_images }),
    ...(entry.max_videos !== undefined && { maxVideos: entry.max_videos }),
    price: readTextPrice(entry.price),
  };
}

/** Checks that sizes are consistent, and that members fit the model's abilities. */
export function textProblems(entry: TextEntry): EntryProblem[] {
  return [...sizeProblems(entry), ...effortProblems(entry), ...abilityProblems(entry)];
}

function readSampling(entry: z.output<typeof samplingEntry>): Partial<SamplingDefaults> {
  const { temperature, top_p: topP, frequency_penalty: frequencyPenalty } = entry;
  const { presence_penalty: presencePenalty, repetition_penalty: repetitionPenalty } = entry;
  const named = { temperature, topP, frequencyPenalty, presencePenalty, repetitionPenalty };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

function sizeProblems(entry: TextEntry): EntryProblem[] {
  const maxCompletion = entry.max_completion ?? entry.context;
  const problems: EntryProblem[] = [];
  if (maxCompletion > entry.context) {
    const text = `${maxCompletion} is more than the context of ${entry.context}; write at most that, or set context`;
    problems.push({ path: ['max_completion'], text });
  }
  if (entry.default_completion !== undefined && entry.default_completion > maxCompletion) {
    const text = `${entry.default_completion} is more than the ${maxCompletion} tokens that the model may generate`;
    problems.push({ path: ['default_completion'], text });
  }
  return problems;
}

function effortProblems({ reasoning_efforts: efforts, default_reasoning_effort: usual }: TextEntry): EntryProblem[] {
  if (!efforts || !usual || efforts.includes(usual)) return [];
  const text = `"${usual}" is not among its reasoning_efforts; add it there, or name one of: ${efforts.join(', ')}`;
  return [{ path: ['default_reasoning_effort'], text }];
}

/** Members that only apply with an ability. */
const NEEDED: [member: keyof TextEntry, ability: Ability][] = [
  ['reasoning_efforts', 'reasoning_effort'],
  ['default_reasoning_effort', 'reasoning_effort'],
  ['max_images', 'vision'],
  ['max_videos', 'video'],
];

function abilityProblems(entry: TextEntry): EntryProblem[] {
  return NEEDED.flatMap(([member, ability]) => {
    if (entry[member] === undefined || entry.capabilities.includes(ability)) return [];
    return [{ path: [member], text: `only applies with ${ability}; add ${ability} to capabilities, or remove it` }];
  });
}
