import { charactersOfJson } from '../../core/json-size';
import { weightOf, weightOfAll } from '../../core/text-weight';
import { estimatePromptTokensHigh } from '../../core/usage';
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

/** How large a text is: UTF-16 units, bytes of UTF-8, and its weight (`weightOf`). */
export type TextSize = { characters: number; bytes: number; weight: number };

const NOTHING: TextSize = { characters: 0, bytes: 0, weight: 0 };

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
    const { byteLength } = await writeLargeJson(fields, order);
    return { characters: byteLength, bytes: byteLength, weight: byteLength };
  }
  const text = JSON.stringify(fields);
  return { characters: text.length, bytes: Buffer.byteLength(text), weight: weightOf(text) };
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
 * An upper estimate of a prompt's tokens, for its hold. Bytes, not characters: outside Latin script a character may
 * be several tokens.
 * @param characters of all messages, and the bytes beside them
 * @param most the model's context: an upstream refuses what is longer, so it bounds what can be billed; no bound where
 *   nobody knows it
 */
export function estimateHigh(messages: ChatMessage[], characters: number, beside: TextSize, most: number): number {
  // A character is at least a byte: where the characters alone fill the context, the bytes need not be counted.
  if (estimatePromptTokensHigh(characters + beside.bytes, messages.length) >= most) return most;
  let { bytes } = beside;
  let media = 0;
  for (const message of messages) {
    for (const text of textsOf(message)) bytes += Buffer.byteLength(text);
    bytes += bytesBeside(message);
    media += mediaTokens(message, most);
  }
  return Math.min(most, estimatePromptTokensHigh(bytes, messages.length) + media);
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
function bytesBeside(message: ChatMessage): number {
  if (message.role === 'tool') return Buffer.byteLength(message.toolCallId);
  if (message.role !== 'assistant') return 0;
  let bytes = Buffer.byteLength(message.thoughtSignature ?? '');
  for (const { id } of message.toolCalls ?? []) bytes += Buffer.byteLength(id);
  return bytes + bytesOfDetails(message.reasoningDetails);
}

/** Large ones are estimated, high: to write them as JSON would keep everybody waiting. */
function bytesOfDetails(details: unknown): number {
  if (details === undefined) return 0;
  const characters = charactersOfJson(details);
  if (characters > LARGE_JSON_CHARACTERS) return characters * MOST_BYTES_PER_CHARACTER;
  return Buffer.byteLength(JSON.stringify(details));
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
