import { estimatePromptTokensHigh } from '../../core/usage';
import type { AudioFormat, ChatMessage, ContentPart } from '../../providers/spec';
import { textOf } from './content';

/** Held per image. Source: architecture 6. */
const TOKENS_PER_IMAGE = 1_500;
/** Upstreams count 32 tokens a second at most. The coarsest PCM has 8,000 bytes a second, compressed silence some 150. */
const PCM_CHARACTERS_PER_TOKEN = 320;
const COMPRESSED_CHARACTERS_PER_TOKEN = 6;
const PCM_FORMATS: ReadonlySet<AudioFormat> = new Set<AudioFormat>(['wav', 'aiff', 'pcm16', 'pcm24']);

/** A fair guess, for charging where an upstream counts nothing. */
const FAIR_TOKENS_PER_IMAGE = 1_000;
const FAIR_CHARACTERS_PER_MEDIA_TOKEN = 320;

/** What stands beside the messages, as an upstream's template may write it; nothing where none of it was given. */
export function jsonOf(fields: Record<string, unknown>): string {
  for (const name in fields) if (fields[name] !== undefined) return JSON.stringify(fields);
  return '';
}

/**
 * All text of a prompt, characters: what a fair estimate counts.
 * @param beside what goes into it beside the messages: tools, schema, extra fields (`jsonOf`)
 */
export function countCharacters(messages: ChatMessage[], beside: string): number {
  return messages.reduce((sum, message) => sum + textOfMessage(message).length, 0) + beside.length;
}

/**
 * An upper estimate of a prompt's tokens, for its hold. Bytes, not characters: outside Latin script a character may
 * be several tokens.
 * @param most the model's context: an upstream refuses what is longer, so it bounds what can be billed; no bound where
 *   nobody knows it
 */
export function estimateHigh(messages: ChatMessage[], beside: string, most: number): number {
  let bytes = Buffer.byteLength(beside);
  let media = 0;
  for (const message of messages) {
    bytes += Buffer.byteLength(textOfMessage(message)) + Buffer.byteLength(textBeside(message));
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

function textOfMessage(message: ChatMessage): string {
  const text = textOf(message.content) + (message.name ?? '');
  if (message.role !== 'assistant') return text;
  const calls = message.toolCalls?.map((call) => call.name + call.arguments) ?? [];
  return [text, message.reasoning ?? '', ...calls].join('');
}

/** What goes along with a message beside its text. A template may write it into the prompt, so the hold counts it. */
function textBeside(message: ChatMessage): string {
  if (message.role === 'tool') return message.toolCallId;
  if (message.role !== 'assistant') return '';
  const ids = message.toolCalls?.map((call) => call.id) ?? [];
  const details = message.reasoningDetails ? JSON.stringify(message.reasoningDetails) : '';
  return [...ids, details, message.thoughtSignature ?? ''].join('');
}
