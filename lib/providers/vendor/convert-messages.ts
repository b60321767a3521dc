import type {
  JSONValue,
  LanguageModelV3FilePart,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
} from '@ai-sdk/provider';
import { ApiError } from '../../core/errors';
import type { AudioFormat, CacheHint, ChatCall, ChatMessage, ContentPart, TextPart, ToolCall } from '../spec';
import type { LargeMedia } from './large-media';
import { placeSigned } from './reasoning-details';
import type { VendorFormat } from './vendor';

/**
 * A system prompt of at least this many characters is always cached (docs/api-rules.md, "Chat messages"): vendors do
 * not keep shorter ones.
 */
const CACHED_SYSTEM_CHARACTERS = 4_000;

const AUDIO_TYPES: Record<AudioFormat, string> = {
  wav: 'audio/wav',
  mp3: 'audio/mp3',
  aiff: 'audio/aiff',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  m4a: 'audio/m4a',
  pcm16: 'audio/L16',
  pcm24: 'audio/L24',
};

/**
 * Messages as a prompt of the vendors' packages. All system messages come first: no vendor accepts them later.
 * Consecutive tool results are merged into one message. Empty texts, which vendors refuse, are dropped.
 * @param media keeps the large ones
 * @throws ApiError INVALID_REQUEST for an image or video that is neither bytes nor an address
 */
export function convertMessages(
  { messages, model }: Pick<ChatCall, 'messages' | 'model'>,
  vendor: VendorFormat,
  media: LargeMedia,
): LanguageModelV3Prompt {
  const hasHints = messages.some(({ content }) => Array.isArray(content) && content.some(({ cache }) => cache));
  const context: Context = {
    marked: (hint) => {
      const providerOptions = hint && vendor.cacheOptions(hint, model);
      return providerOptions ? { providerOptions } : {};
    },
    vendor,
    media,
    toolNames: new Map(),
  };
  const system = convertSystem(messages, context, !hasHints);
  const turns: LanguageModelV3Message[] = [];
  for (const message of messages) addTurn(turns, message, context);
  if (vendor.beginsWithUser && turns[0]?.role !== 'user') {
    turns.unshift({ role: 'user', content: [{ type: 'text', text: '.' }] });
  }
  return [...system, ...turns];
}

type Context = {
  /** The member that requests caching up to a part; none if it was not requested. */
  marked(hint: CacheHint | undefined): Pick<LanguageModelV3TextPart, 'providerOptions'>;
  vendor: VendorFormat;
  media: LargeMedia;
  /** Names of the tools that have been called so far, by call id. */
  toolNames: Map<string, string>;
};

function convertSystem(messages: ChatMessage[], { marked }: Context, cachesItself: boolean): LanguageModelV3Message[] {
  const parts = messages.flatMap((message) =>
    message.role === 'system' || message.role === 'developer' ? textParts(message.content) : [],
  );
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0);
  const automatic = cachesItself && characters >= CACHED_SYSTEM_CHARACTERS ? {} : undefined;
  return parts.map(({ text, cache }, index) => ({
    role: 'system',
    content: text,
    ...marked(cache ?? (index === parts.length - 1 ? automatic : undefined)),
  }));
}

function addTurn(turns: LanguageModelV3Message[], message: ChatMessage, context: Context): void {
  switch (message.role) {
    case 'system':
    case 'developer':
      return;
    case 'user': {
      const content = convertUser(message.content, context);
      if (content.length > 0) turns.push({ role: 'user', content });
      return;
    }
    case 'assistant': {
      for (const { id, name } of message.toolCalls ?? []) context.toolNames.set(id, name);
      const content = convertAssistant(message, context);
      if (content.length > 0) turns.push({ role: 'assistant', content });
      return;
    }
    case 'tool': {
      const last = turns.at(-1);
      const result = convertResult(message, context);
      if (last?.role === 'tool') last.content.push(result);
      else turns.push({ role: 'tool', content: [result] });
    }
  }
}

type Assistant = Extract<ChatMessage, { role: 'assistant' }>;
type Content<Role> = Extract<LanguageModelV3Message, { role: Role }>['content'];

function convertUser(content: string | ContentPart[], { marked, media }: Context): Content<'user'> {
  const parts: ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts
    .filter((part) => part.type !== 'text' || part.text !== '')
    .map((part): LanguageModelV3TextPart | LanguageModelV3FilePart => {
      if (part.type === 'text') return { type: 'text', text: part.text, ...marked(part.cache) };
      const file =
        part.type === 'audio' ? { data: part.data, mediaType: AUDIO_TYPES[part.format] } : fileOf(part.url, part.type);
      const data = typeof file.data === 'string' ? media.placeholderFor(file.data) : file.data;
      return { type: 'file', data, mediaType: file.mediaType, ...marked(part.cache) };
    });
}

/** Bytes stay in the base64 that they arrived in. */
function fileOf(url: string, kind: 'image' | 'video'): { data: string | URL; mediaType: string } {
  const comma = url.indexOf(';base64,');
  if (url.startsWith('data:') && comma > 0) {
    const [mediaType = ''] = url.slice('data:'.length, comma).split(';');
    return { data: url.slice(comma + ';base64,'.length), mediaType };
  }
  if (!/^https?:/.test(url)) {
    throw new ApiError('INVALID_REQUEST', `An ${kind === 'image' ? 'image' : 'input video'} must be a data: URL.`);
  }
  return { data: new URL(url), mediaType: kind === 'image' ? 'image/*' : 'video/mp4' };
}

function convertAssistant(message: Assistant, context: Context): Content<'assistant'> {
  const { thinking, ofText, ofCall } = placeSigned(message, context.vendor);
  const texts = message.content === null ? [] : textParts(message.content);
  const { namespace } = context.vendor;
  return [
    ...thinking,
    ...texts.map(({ text, cache }, index): LanguageModelV3TextPart => {
      const signature = index === texts.length - 1 ? ofText : undefined;
      const { providerOptions } = context.marked(cache);
      if (!signature) return { type: 'text', text, ...(providerOptions && { providerOptions }) };
      return { type: 'text', text, providerOptions: { ...providerOptions, [namespace]: signature } };
    }),
    ...(message.toolCalls ?? []).map((call) => {
      const signature = ofCall.get(call.id);
      return {
        type: 'tool-call' as const,
        toolCallId: safeId(call.id),
        toolName: call.name,
        input: inputOf(call),
        ...(signature && { providerOptions: { [namespace]: signature } }),
      };
    }),
  ];
}

/** Vendors accept only an object; anything else (the model wrote it, or broke off) goes back as its text. */
function inputOf({ arguments: text }: ToolCall): JSONValue {
  if (text.trim() === '') return {};
  try {
    const input = JSON.parse(text) as JSONValue;
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // Handled below.
  }
  return { arguments: text };
}

function convertResult(message: Extract<ChatMessage, { role: 'tool' }>, context: Context): Content<'tool'>[number] {
  const { content, toolCallId } = message;
  const cache = Array.isArray(content) ? content.findLast((part) => part.cache)?.cache : undefined;
  return {
    type: 'tool-result',
    toolCallId: safeId(toolCallId),
    toolName: context.toolNames.get(toolCallId) ?? message.name ?? 'tool',
    output: { type: 'text', value: Array.isArray(content) ? content.map(({ text }) => text).join('') : content },
    ...context.marked(cache),
  };
}

/** Call ids of other vendors may contain characters that these refuse. */
function safeId(id: string): string {
  return id.slice(0, 64).replace(/[^A-Za-z0-9_-]/g, '_');
}

function textParts(content: string | TextPart[]): TextPart[] {
  const parts: TextPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts.filter(({ text }) => text.trim() !== '');
}
