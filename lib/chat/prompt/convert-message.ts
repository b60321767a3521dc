import type { ChatMessage } from '../../providers/spec';
import type { AnyPart, Message } from '../request/message';
import { isDocumentsCall } from '../web/add-documents';
import { plainest, textContent } from './content';
import type { ResolvedPart } from './media';

/**
 * A message in the neutral layout; null for an assistant's with neither content nor tool calls
 * (docs/api-rules.md, "Chat messages"), and for the result of a call that only carried documents.
 * @param resolved returns what a user's message part was resolved to
 */
export function convertMessage(message: Message, resolved: (part: AnyPart) => ResolvedPart | null): ChatMessage | null {
  const name = message.name ? message.name : undefined;
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: message.role, content: textContent(message.content), name };
    case 'user': {
      if (typeof message.content === 'string') return { role: 'user', content: message.content, name };
      return { role: 'user', content: plainest(message.content.flatMap((part) => resolved(part) ?? [])), name };
    }
    case 'tool':
      if (isDocumentsCall({ id: message.tool_call_id })) return null;
      return { role: 'tool', content: textContent(message.content), toolCallId: message.tool_call_id, name };
    case 'assistant':
      return convertAssistant(message, name);
  }
}

function convertAssistant(
  message: Extract<Message, { role: 'assistant' }>,
  name: string | undefined,
): ChatMessage | null {
  const content = message.content == null ? null : textContent(message.content);
  const toolCalls = message.tool_calls
    ?.map(({ id, function: called }) => ({ id, ...called }))
    .filter((call) => !isDocumentsCall(call));
  if (!content?.length && !toolCalls?.length) return null;
  return {
    role: 'assistant',
    content: content === '' && toolCalls?.length ? null : content,
    name,
    ...(message.reasoning_content && { reasoning: message.reasoning_content }),
    ...(message.reasoning_details?.length && { reasoningDetails: message.reasoning_details }),
    ...(message.thought_signature && { thoughtSignature: message.thought_signature }),
    ...(toolCalls?.length && { toolCalls }),
  };
}
