import { imagePrompt } from '../image-prompt';
import type { Attachment, ChatMessage } from '../types';
import type { WireMessage, WirePart } from '../../stream-chat';

/**
 * Converts the messages of a branch for a request. Answers without text and without answered calls are left out, results
 * of calls that the answer before does not have, and earlier requests for images.
 */
export function toWireMessages(path: ChatMessage[]): WireMessage[] {
  return path.flatMap((message, at) => {
    if (message.role !== 'user') return answerOf(message, path[at + 1]);
    return at < path.length - 1 && imagePrompt(message) !== null ? [] : fromUser(message, path[at - 1]);
  });
}

function fromUser({ text, attachments = [], results }: ChatMessage, before: ChatMessage | undefined): WireMessage[] {
  if (results) {
    // The answer may have been deleted: models reject results without their calls.
    const called = new Set(before?.calls?.map(({ id }) => id));
    return results
      .filter(({ callId }) => called.has(callId))
      .map(({ callId, text: content }) => ({ role: 'tool', content, tool_call_id: callId }));
  }
  if (attachments.length === 0) return [{ role: 'user', content: text }];
  const textParts: WirePart[] = text === '' ? [] : [{ type: 'text', text }];
  return [{ role: 'user', content: [...attachments.map(toWirePart), ...textParts] }];
}

function toWirePart({ kind, name, url }: Attachment): WirePart {
  return kind === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { file_data: url, filename: name } };
}

/** Models reject calls without results: calls that the next message does not answer are left out. */
function answerOf(answer: ChatMessage, next: ChatMessage | undefined): WireMessage[] {
  const answered = new Set(next?.results?.map(({ callId }) => callId));
  const calls = (answer.calls ?? []).filter(({ id }) => answered.has(id));
  if (calls.length === 0) return answer.text === '' ? [] : [{ role: 'assistant', content: answer.text }];
  return [
    {
      role: 'assistant',
      content: answer.text === '' ? null : answer.text,
      ...(answer.reasoning !== '' && { reasoning_content: answer.reasoning }),
      ...(answer.reasoningDetails && { reasoning_details: answer.reasoningDetails }),
      ...(answer.thoughtSignature !== undefined && { thought_signature: answer.thoughtSignature }),
      tool_calls: calls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: text === '' ? '{}' : text },
      })),
    },
  ];
}
