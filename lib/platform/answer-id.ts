import { hash } from 'node:crypto';

/**
 * The `id` of a chat answer, made from its request id, so that the usage history finds the one from the other without
 * keeping both. It is `chatcmpl-` and 32 hex digits (docs/api-rules.md, "Request IDs").
 */
export function answerIdOf(requestId: string): string {
  return `chatcmpl-${hash('sha256', requestId).slice(0, 32)}`;
}
