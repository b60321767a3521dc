import { weightOf } from '../../../core/text-weight';
import { estimateTokens } from '../../../core/usage';
import type { ChatBody, WireMessage, WirePart } from '../../stream-chat';

/** Tokens of a message beside its text: its role and separators. */
const PER_MESSAGE = 4;
/** Tokens of an image, whose size only the model knows. */
const PER_IMAGE = 1_000;
/** Characters of a file's `data:` URL per token: base64, and what its text loses when it is read. */
const URL_CHARACTERS_PER_TOKEN = 6;

/** About how many tokens a text has; the model's own count differs by some percent. */
export function tokensOfText(text: string): number {
  return text === '' ? 0 : estimateTokens(weightOf(text));
}

/** About how many tokens a request has as input. */
export function tokensOfRequest({ messages, tools, response_format: format }: ChatBody): number {
  const extra = [tools, format].map((part) => (part === undefined ? 0 : tokensOfText(JSON.stringify(part))));
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), sum(extra));
}

function tokensOfMessage(message: WireMessage): number {
  const { content } = message;
  const calls = 'tool_calls' in message && message.tool_calls ? tokensOfText(JSON.stringify(message.tool_calls)) : 0;
  const own = typeof content === 'string' ? tokensOfText(content) : sum((content ?? []).map(tokensOfPart));
  return PER_MESSAGE + calls + own;
}

function tokensOfPart(part: WirePart): number {
  if (part.type === 'text') return tokensOfText(part.text);
  return part.type === 'image_url' ? PER_IMAGE : Math.ceil(part.file.file_data.length / URL_CHARACTERS_PER_TOKEN);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
