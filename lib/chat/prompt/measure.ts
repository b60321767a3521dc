import { isAscii } from 'node:buffer';
import { heldTokens, heldTokensOfAscii, heldTokensOfUtf8 } from '../../core/held-tokens';
import { charactersOfJson } from '../../core/json-size';
import { weightOf, weightOfAll } from '../../core/text-weight';
import { TOKENS_PER_MESSAGE } from '../../core/usage';
import { writeLargeJson } from '../../platform/json/large-json';
import type { AudioFormat, ChatMessage, ContentPart } from '../../providers/spec';

/** Larger JSON is serialized off this thread. */
const LARGE_JSON_CHARACTERS = 64_000;

/** Maximum UTF-8 bytes of a UTF-16 unit. */
const MAX_BYTES_PER_CHARACTER = 3;

/** Tokens held per image. Source: docs/architecture.md, "Estimates". */
const TOKENS_PER_IMAGE = 1_500;
/** Upstreams count at most 32 tokens per second. The coarsest PCM has 8,000 bytes per second, silence 150. */
const PCM_CHARACTERS_PER_TOKEN = 320;
const COMPRESSED_CHARACTERS_PER_TOKEN = 6;
const PCM_FORMATS: ReadonlySet<AudioFormat> = new Set<AudioFormat>(['wav', 'aiff', 'pcm16', 'pcm24']);

/** A fair estimate, for charging if an upstream reports no usage. */
const FAIR_TOKENS_PER_IMAGE = 1_000;
const FAIR_CHARACTERS_PER_MEDIA_TOKEN = 320;

/** The size of a text: UTF-16 units, tokens to hold (`heldTokens`), and weight (`weightOf`). */
export type TextSize = { characters: number; held: number; weight: number };

const NOTHING: TextSize = { characters: 0, held: 0, weight: 0 };

/**
 * The size of what is sent beside the messages (tools, schema, extra fields) as JSON, which is how an upstream's
 * template may write it.
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

/** Characters of all text in the messages. */
export function countCharacters(messages: ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + lengthOf(textsOf(message)), 0);
}

/** The weight of all text in the messages: the basis of a fair estimate. */
export function weighMessages(messages: ChatMessage[]): number {
  return weightOfAll(messages.flatMap(textsOf));
}

/**
 * An upper estimate of a prompt's tokens, for its hold.
 * @param characters of all messages
 * @param beside the size of what is sent beside them
 * @param maxTokens the model's context: an upstream refuses longer prompts, so it limits what can be billed; infinite if
 *   nobody knows it
 */
export function estimateHigh(messages: ChatMessage[], characters: number, beside: TextSize, maxTokens: number): number {
  const known = beside.held + TOKENS_PER_MESSAGE * messages.length;
  // No text has fewer tokens than ASCII of its length: if that already fills the context, nothing else needs counting.
  if (known + heldTokensOfAscii(characters) >= maxTokens) return maxTokens;
  const texts = messages.flatMap((message) => [...textsOf(message), ...textsBeside(message)]);
  const media = messages.reduce(
    (sum, message) => sum + mediaTokens(message, maxTokens) + tokensOfLargeDetails(message),
    0,
  );
  return Math.min(maxTokens, known + heldTokens(texts) + media);
}

/** Tokens of a message's images and audio, estimated high. A video may be hours long: it is held as a full context. */
function mediaTokens({ content }: ChatMessage, maxTokens: number): number {
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
        return sum + maxTokens;
    }
  }, 0);
}

/** A fair estimate of the tokens of all images, audio, and videos. */
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

/** What a message carries beside its text. A template may write it into the prompt, so the hold counts it. */
function textsBeside(message: ChatMessage): string[] {
  if (message.role === 'tool') return [message.toolCallId];
  if (message.role !== 'assistant') return [];
  const { thoughtSignature, toolCalls, reasoningDetails } = message;
  const texts = [thoughtSignature ?? '', ...(toolCalls ?? []).map(({ id }) => id)];
  if (reasoningDetails !== undefined && !isLarge(reasoningDetails)) texts.push(JSON.stringify(reasoningDetails));
  return texts;
}

/** A high estimate for large reasoning details: serializing them would block all other requests. */
function tokensOfLargeDetails(message: ChatMessage): number {
  if (message.role !== 'assistant' || message.reasoningDetails === undefined) return 0;
  const { reasoningDetails: details } = message;
  return isLarge(details) ? heldTokensOfAscii(charactersOfJson(details) * MAX_BYTES_PER_CHARACTER) : 0;
}

function isLarge(details: unknown): boolean {
  return charactersOfJson(details) > LARGE_JSON_CHARACTERS;
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
