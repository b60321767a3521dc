/** The input of both sides: the same prompt and the same sampling. */
import type { Sampling } from '../../lib/core/chat';

/** Threads of both sides: one core stays free for the reader of the stream. */
export const THREADS = 1;

/** Context of both sides, per sequence. */
export const CONTEXT_TOKENS = 8_192;

/** Tokens of one answer. */
export const TOKENS = 128;

/** Explicit, so that different defaults do not matter. */
export const SAMPLING = {
  temperature: 0.2,
  topP: 0.95,
  topK: 40,
  minP: 0,
  repetitionPenalty: 1.1,
  seed: 7,
} satisfies Sampling;

/** How far back the repetition penalty looks. */
export const PENALTY_WINDOW = 64;

/** The system message of all prompts. */
export const SYSTEM = 'You are a storyteller.';

const FACTS = Array.from(
  { length: 24 },
  (_, index) => `Fact ${index + 1}: the fox passes the old mill on day ${index + 1}.`,
);

/** A question of some four hundred tokens; the texts of two numbers differ from the first word. */
export function question(number: number): string {
  return `${number}. ${FACTS.join(' ')} Write a long story about a red fox that lives near a river.`;
}

/**
 * One measured answer: milliseconds to its first token and its last, processor time of all processes involved, the
 * tokens of its prompt and its own, its text.
 */
export type Reading = {
  firstMs: number;
  lastMs: number;
  cpuMs: number;
  promptTokens: number;
  tokens: number;
  text: string;
};
