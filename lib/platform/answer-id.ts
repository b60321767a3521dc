import { hash } from 'node:crypto';

/**
 * The `id` of a chat answer, derived from its request ID, so that the usage history can find one from the other without
 * storing both. It is `chatcmpl-` and 32 hex digits (docs/api-rules.md, "Request IDs").
 */
export function answerIdOf(requestId: string): string {
  return `chatcmpl-${hash('sha256', requestId).slice(0, 32)}`;
}

/** The `id` of an answer with images, derived from its request ID: `generate-image-` and digits. */
export function imageIdOf(requestId: string): string {
  return `generate-image-${BigInt(`0x${hash('sha256', requestId).slice(0, 12)}`)}`;
}
