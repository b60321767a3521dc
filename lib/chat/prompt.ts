import { invalidField } from '../core/errors';
import { estimatePromptTokensHigh } from '../core/usage';
import type { TextModel } from '../models/model';
import { promptCounterOf } from '../providers/combine';
import type { ChatMessage } from '../providers/spec';
import type { Message } from './request/message';

/** A prompt in the neutral layout. */
export type Prompt = {
  messages: ChatMessage[];
  /** All text of it, for estimates. */
  characters: number;
  /** Never below what the model will count. */
  tokens: number;
  /** Whether `tokens` is the model's own count. */
  exact: boolean;
};

/** What a prompt is made of. */
type PromptInput = {
  messages: Message[];
  /** The operator's; empty for none. */
  systemPrompt: string;
  /** Passed on beside the messages: an upstream's template may put it into the prompt. */
  extra: Record<string, unknown>;
  model: TextModel;
  /** Ends the counting where the caller leaves. */
  signal: AbortSignal;
};

/**
 * The messages of a request as a prompt, with the operator's system prompt before the caller's.
 * @throws ApiError INVALID_REQUEST where no message remains, and what the model's own counter throws
 */
export async function buildPrompt(input: PromptInput): Promise<Prompt> {
  const { systemPrompt, extra, model, signal } = input;
  const converted = input.messages.flatMap((message) => convertMessage(message) ?? []);
  if (converted.length === 0) throw invalidField(['messages'], 'At least one message needs content', 'too_small');
  const messages = systemPrompt === '' ? converted : withSystemPrompt(systemPrompt, converted);
  const texts = messages.map(textOf);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const count = promptCounterOf(model);
  if (count) return { messages, characters, tokens: await count(messages, signal), exact: true };
  // Bytes, not characters: outside Latin script a character may be several tokens. A prompt that is longer than the
  // model's context is refused by the upstream, so the context bounds what can be billed.
  const counted = [...texts, ...messages.map(textBeside), jsonOf(extra)];
  const bytes = counted.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const high = estimatePromptTokensHigh(bytes, messages.length);
  return { messages, characters, tokens: Math.min(high, model.contextTokens), exact: false };
}

/** One system message at the front: templates of many models refuse a second one. */
function withSystemPrompt(systemPrompt: string, messages: ChatMessage[]): ChatMessage[] {
  const [first, ...rest] = messages;
  if (first?.role !== 'system' && first?.role !== 'developer') {
    return [{ role: 'system', content: systemPrompt }, ...messages];
  }
  return [{ ...first, content: `${systemPrompt}\n\n${first.content}` }, ...rest];
}

/** A message without its wire; null for an assistant's with neither content nor tool calls (contract 4.2: dropped). */
function convertMessage(message: Message): ChatMessage | null {
  const name = message.name ? { name: message.name } : {};
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: message.role, content: joinText(message.content), ...name };
    case 'user':
      return { role: 'user', content: joinText(message.content), ...name };
    case 'tool':
      return { role: 'tool', content: joinText(message.content), toolCallId: message.tool_call_id, ...name };
    case 'assistant': {
      const content = message.content == null ? null : joinText(message.content);
      const toolCalls = message.tool_calls?.map(({ id, function: called }) => ({ id, ...called }));
      if (!content && !toolCalls?.length) return null;
      return {
        role: 'assistant',
        content,
        ...name,
        ...(message.reasoning_content && { reasoning: message.reasoning_content }),
        ...(message.reasoning_details?.length && { reasoningDetails: message.reasoning_details }),
        ...(toolCalls?.length && { toolCalls }),
      };
    }
  }
}

/** The text of a content; other parts have been refused by the gates. */
function joinText(content: string | { type: string; text?: string }[]): string {
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
}

function textOf(message: ChatMessage): string {
  const { content, name = '' } = message;
  const text = Array.isArray(content) ? content.map((part) => part.text).join('') : (content ?? '');
  if (message.role !== 'assistant') return text + name;
  const calls = message.toolCalls?.map((call) => call.name + call.arguments) ?? [];
  return [text, name, message.reasoning ?? '', ...calls].join('');
}

/** What goes along with a message beside its text. A template may write it into the prompt, so the hold counts it. */
function textBeside(message: ChatMessage): string {
  if (message.role === 'tool') return message.toolCallId;
  if (message.role !== 'assistant') return '';
  const ids = message.toolCalls?.map((call) => call.id) ?? [];
  return [...ids, message.reasoningDetails ? JSON.stringify(message.reasoningDetails) : ''].join('');
}

function jsonOf(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields);
}
