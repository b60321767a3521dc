import { estimatePromptTokensHigh } from '../../core/usage';
import type { ChatMessage, ContentPart } from '../../providers/spec';
import { textOf } from './content';

/** Held per image. Source: architecture 6. */
const TOKENS_PER_IMAGE = 1_500;
/** The densest that upstreams count: 32 tokens a second of speech, at 16 kbit/s; a base64 character is 6 bits. */
const BASE64_CHARACTERS_PER_AUDIO_TOKEN = 80;
/** 300 tokens a second of video, at 100 kbit/s. */
const BASE64_CHARACTERS_PER_VIDEO_TOKEN = 50;

/** What goes into a prompt beside its messages, as the upstream's template may write it: tools, schema, extra fields. */
type Beside = Record<string, unknown>;

/** All text of a prompt, characters: what a fair estimate counts. */
export function countCharacters(messages: ChatMessage[], beside: Beside): number {
  return messages.reduce((sum, message) => sum + textOfMessage(message).length, 0) + jsonOf(beside).length;
}

/**
 * An upper estimate of a prompt's tokens, for its hold. Bytes, not characters: outside Latin script a character may
 * be several tokens.
 * @param most the model's context: an upstream refuses what is longer, so it bounds what can be billed
 */
export function estimateHigh(messages: ChatMessage[], beside: Beside, most: number): number {
  let bytes = Buffer.byteLength(jsonOf(beside));
  let media = 0;
  for (const message of messages) {
    bytes += Buffer.byteLength(textOfMessage(message)) + Buffer.byteLength(textBeside(message));
    media += mediaTokens(message, most);
  }
  return Math.min(most, estimatePromptTokensHigh(bytes, messages.length) + media);
}

/** Tokens of a message's pictures and sounds, estimated high. */
function mediaTokens({ content }: ChatMessage, most: number): number {
  if (content === null || typeof content === 'string') return 0;
  return (content as ContentPart[]).reduce((sum, part) => {
    switch (part.type) {
      case 'text':
        return sum;
      case 'image':
        return sum + TOKENS_PER_IMAGE;
      case 'audio':
        return sum + Math.ceil(part.data.length / BASE64_CHARACTERS_PER_AUDIO_TOKEN);
      case 'video':
        // Nobody knows how long a video is that the upstream fetches.
        return (
          sum + (part.url.startsWith('data:') ? Math.ceil(part.url.length / BASE64_CHARACTERS_PER_VIDEO_TOKEN) : most)
        );
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

function jsonOf(fields: Beside): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : JSON.stringify(Object.fromEntries(given));
}
