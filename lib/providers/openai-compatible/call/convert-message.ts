import type { ChatMessage, ContentPart, TextPart, ToolCall } from '../../spec';
import { takesUrls, type ServerKind } from '../upstream';

type Assistant = Extract<ChatMessage, { role: 'assistant' }>;

/**
 * Messages in the wire layout. Templates of open models do not know `developer` and reject a second system message:
 * those at the front are merged into one.
 */
export function convertMessages(messages: readonly ChatMessage[], kind: ServerKind): object[] {
  const whole = takesUrls(kind) ? messages : withOneSystem(messages);
  return whole.map((message) => convertMessage(message, kind));
}

function convertMessage(message: ChatMessage, kind: ServerKind): Record<string, unknown> {
  const name = message.name === undefined ? {} : { name: message.name };
  switch (message.role) {
    case 'system':
    case 'developer':
      return {
        role: takesUrls(kind) ? message.role : 'system',
        content: convertText(message.content, kind),
        ...name,
      };
    case 'user':
      return { role: 'user', content: convertContent(message.content, kind), ...name };
    case 'assistant':
      return {
        role: 'assistant',
        content: convertText(message.content, kind),
        ...name,
        ...thinkingOf(message, kind),
        ...(message.toolCalls && { tool_calls: message.toolCalls.map(convertCall(message, kind)) }),
      };
    case 'tool':
      return {
        role: 'tool',
        content: convertText(message.content, kind),
        tool_call_id: message.toolCallId,
        ...name,
      };
  }
}

function withOneSystem(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const front = messages.slice(0, first === -1 ? messages.length : first);
  if (front.length < 2) return messages;
  const texts = front.map(({ content }) => joinText(content));
  return [{ role: 'system', content: texts.join('\n\n') }, ...messages.slice(front.length)];
}

/** Reasoning of an earlier turn under the name that the server reads; OpenAI and TGI have none. */
function thinkingOf(message: Assistant, kind: ServerKind): Record<string, unknown> {
  const { reasoning, reasoningDetails, thoughtSignature } = message;
  switch (kind) {
    case 'openai':
    case 'tgi':
      return {};
    case 'openrouter':
      return defined({ reasoning, reasoning_details: reasoningDetails });
    case 'ollama':
      return defined({ reasoning });
    case 'vllm':
      // Renamed in 2025, and the server's version is unknown.
      return defined({ reasoning, reasoning_content: reasoning });
    case 'sglang':
    case 'llama.cpp':
    case 'lm-studio':
      return defined({ reasoning_content: reasoning });
    case 'generic':
      return defined({
        reasoning_content: reasoning,
        reasoning_details: reasoningDetails,
        thought_signature: thoughtSignature,
      });
  }
}

/** A tool call of an earlier turn. Google's endpoint for this format expects the signature on the first one. */
function convertCall(message: Assistant, kind: ServerKind): (call: ToolCall, at: number) => object {
  const { thoughtSignature } = message;
  return ({ id, name, arguments: text }, at) => ({
    id,
    type: 'function',
    function: { name, arguments: text === '' ? '{}' : text },
    ...(kind === 'generic' &&
      at === 0 &&
      thoughtSignature !== undefined && { extra_content: { google: { thought_signature: thoughtSignature } } }),
  });
}

/**
 * Text of a message. Only public services accept it in parts for every role; for the others the parts are joined, as
 * their templates do.
 */
function convertText(content: string | TextPart[] | null, kind: ServerKind): unknown {
  if (content === null || typeof content === 'string') return content;
  return takesUrls(kind) ? content.map((part) => convertPart(part, kind)) : joinText(content);
}

function convertContent(content: string | ContentPart[], kind: ServerKind): unknown {
  return typeof content === 'string' ? content : content.map((part) => convertPart(part, kind));
}

function convertPart(part: ContentPart, kind: ServerKind): object {
  const cache = kind === 'openrouter' && part.cache ? { cache_control: { type: 'ephemeral', ...part.cache } } : {};
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text, ...cache };
    case 'image': {
      const detail = part.detail === undefined ? {} : { detail: part.detail };
      return { type: 'image_url', image_url: { url: part.url, ...detail }, ...cache };
    }
    case 'audio':
      if (kind === 'sglang') {
        return { type: 'audio_url', audio_url: { url: `data:audio/${part.format};base64,${part.data}` } };
      }
      return { type: 'input_audio', input_audio: { data: part.data, format: part.format }, ...cache };
    case 'video':
      if (kind === 'llama.cpp') return { type: 'input_video', input_video: { data: base64Of(part.url) } };
      return { type: 'video_url', video_url: { url: part.url }, ...cache };
  }
}

function base64Of(url: string): string {
  return url.replace(/^data:[^,]*,/, '');
}

function joinText(content: ChatMessage['content']): string {
  if (content === null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
