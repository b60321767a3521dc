import type { ChatMessage } from '../../providers/spec';
import { textOf } from './content';

/** System prompts in addition to the caller's own; empty for none. */
export type SystemPrompts = {
  /** The operator's. */
  service: string;
  /** The prompt of the character that the caller selected. */
  character: string;
};

/**
 * Puts the service's and the character's system prompts before the caller's, in this order
 * (docs/api-rules.md, "System prompts"), in a single message at the front: the templates of many models reject a second
 * one.
 */
export function withSystemPrompts(prompts: SystemPrompts, messages: ChatMessage[]): ChatMessage[] {
  const before = [prompts.service, prompts.character].filter((text) => text !== '').join('\n\n');
  if (before === '') return messages;
  const [first, ...rest] = messages;
  if (first?.role !== 'system' && first?.role !== 'developer') {
    return [{ role: 'system', content: before }, ...messages];
  }
  const content =
    typeof first.content === 'string'
      ? `${before}\n\n${textOf(first.content)}`
      : [{ type: 'text' as const, text: before }, ...first.content];
  return [{ ...first, content }, ...rest];
}
