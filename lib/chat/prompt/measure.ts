import { isAscii } from 'node:buffer';
import { heldTokens, heldTokensOfAscii, heldTokensOfUtf8 } from '../../core/held-tokens';
import { charactersOfJson } from '../../core/json-size';
import { weightOf, weightOfAll } from '../../core/text-weight';
import { TOKENS_PER_MESSAGE } from '../../core/usage';
import { writeLargeJson } from '../../platform/json/large-json';
import type { AudioFormat, ChatMessage, ContentPart } from '../../providers/spec';

/** Larger JSON is written away from this thread. */
const LARGE_JSON_CHARACTERS = 64_000;

/** UTF-8 of a UTF-16 unit. */
const MOST_BYTES_PER_CHARACTER = 3;

/** Held per image. Source: architecture 6. */
const TOKENS_PER_IMAGE = 1_500;
/** Upstreams count 32 tokens a second at most. The coarsest PCM has 8,000 bytes a second, compressed silence some 150. */
const PCM_CHARACTERS_PER_TOKEN = 320;
const COMPRESSED_CHARACTERS_PER_TOKEN = 6;
const PCM_FORMATS: ReadonlySet<AudioFormat> = new Set<AudioFormat>(['wav', 'aiff', 'pcm16', 'pcm24']);

/** A fair guess, for charging where an upstream counts nothing. */
const FAIR_TOKENS_PER_IMAGE = 1_000;
const FAIR_CHARACTERS_PER_MEDIA_TOKEN = 320;

/** How large a text is: UTF-16 units, tokens to hold (`heldTokens`), and its weight (`weightOf`). */
export type TextSize = { characters: number; held: number; weight: number };

const NOTHING: TextSize = { characters: 0, held: 0, weight: 0 };

/**
 * The size of what goes along with the messages (tools, schema, extra fields) as JSON, as an upstream's template may
 * write it.
 * @throws see `writeLargeJson`
 */
export async function sizeOfJson(
  fields: Record<string, unknown>,
  order: { account: string; signal: AbortSignal },
): Promise<TextSize> {
  if (Object.values(fields).every((value) => value === undefined)) return NOTHING;
  if (charactersOfJson(fields) > LARGE_JSON_CHARACTERS) {
    const bytes = await writeLargeJson(fields, order);
    return { characters: bytes.byteLength, held: heldTokensOfUtf8(bytes, isAscii), weight: bytes.byteLength };
  }
  const text = JSON.stringify(fields);
  return { characters: text.length, held: heldTokens([text]), weight: weightOf(text) };
}

/** All text of a prompt's messages, characters. */
export function countCharacters(messages: ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + lengthOf(textsOf(message)), 0);
}

/** The weight of all text of a prompt's messages: what a fair estimate counts. */
export function weighMessages(messages: ChatMessage[]): number {
  return weightOfAll(messages.flatMap(textsOf));
}

/**
 * An upper estimate of a prompt's tokens, for its hold.
 * @param characters of all messages
 * @param beside the size of what goes along with them
 * @param most the model's context: an upstream refuses what is longer, so it bounds what can be billed; no bound where
 *   nobody knows it
 */
export function estimateHigh(messages: ChatMessage[], characters: number, beside: TextSize, most: number): number {
  const known = beside.held + TOKENS_PER_MESSAGE * messages.length;
  // No text has less than ASCII: where the characters alone fill the context, nothing else need be counted.
  if (known + heldTokensOfAscii(characters) >= most) return most;
  const texts = messages.flatMap((message) => [...textsOf(message), ...textsBeside(message)]);
  const media = messages.reduce((sum, message) => sum + mediaTokens(message, most) + tokensOfLargeDetails(message), 0);
  return Math.min(most, known + heldTokens(texts) + media);
}

/** Tokens of a message's pictures and sounds, estimated high. A video may be hours of a still picture: it is held as all. */
function mediaTokens({ content }: ChatMessage, most: number): number {
  if (content === null || typeof content === 'string') return 0;
  return (content as ContentPart[]).reduce((sum, part) => {
    switch (part.type) {
      case 'text':
        return sum;
      case 'image':
        return sum + TOKENS_PER_IMAGE;
      case 'audio':
        return (
          sum +
          Math.ceil(
            part.data.length /
              (PCM_FORMATS.has(part.format) ? PCM_CHARACTERS_PER_TOKEN : COMPRESSED_CHARACTERS_PER_TOKEN),
          )
        );
      case 'video':
        return sum + most;
    }
  }, 0);
}

/** Tokens of all pictures, sounds and videos, as a fair guess. */
export function fairMediaTokens(messages: ChatMessage[]): number {
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as ContentPart[]) : []));
  return parts.reduce((sum, part) => {
    switch (part.type) {
      case 'text':
        return sum;
      case 'image':
        return sum + FAIR_TOKENS_PER_IMAGE;
      case 'audio':
        return sum + Math.ceil(part.data.length / FAIR_CHARACTERS_PER_MEDIA_TOKEN);
      case 'video':
        return sum + Math.ceil(part.url.length / FAIR_CHARACTERS_PER_MEDIA_TOKEN);
    }
  }, 0);
}

/** The texts of a message. They are not joined: one of them may be as long as the whole request. */
function textsOf(message: ChatMessage): string[] {
  const texts = [...textsIn(message.content), message.name ?? ''];
  if (message.role !== 'assistant') return texts;
  for (const call of message.toolCalls ?? []) texts.push(call.name, call.arguments);
  return [...texts, message.reasoning ?? ''];
}

function textsIn(content: string | ContentPart[] | null): string[] {
  if (content === null || typeof content === 'string') return [content ?? ''];
  return content.map((part) => (part.type === 'text' ? part.text : ''));
}

/** What goes along with a message beside its text. A template may write it into the prompt, so the hold counts it. */
function textsBeside(message: ChatMessage): string[] {
  if (message.role === 'tool') return [message.toolCallId];
  if (message.role !== 'assistant') return [];
  const { thoughtSignature, toolCalls, reasoningDetails } = message;
  const texts = [thoughtSignature ?? '', ...(toolCalls ?? []).map(({ id }) => id)];
  if (reasoningDetails !== undefined && !isLarge(reasoningDetails)) texts.push(JSON.stringify(reasoningDetails));
  return texts;
}

/** Large ones are estimated, high: to write them as JSON would keep everybody waiting. */
function tokensOfLargeDetails(message: ChatMessage): number {
  if (message.role !== 'assistant' || message.reasoningDetails === undefined) return 0;
  const { reasoningDetails: details } = message;
  return isLarge(details) ? heldTokensOfAscii(charactersOfJson(details) * MOST_BYTES_PER_CHARACTER) : 0;
}

function isLarge(details: unknown): boolean {
  return charactersOfJson(details) > LARGE_JSON_CHARACTERS;
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
