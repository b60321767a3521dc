import { newId } from '../../../core/ids';
import type { ChatBody } from '../../stream-chat';
import type { ChatMessage } from '../types';

type Sending = NonNullable<ChatMessage['sentAs']>;

/**
 * How a request is sent: like an earlier attempt if its body is the same, so that both are charged once; otherwise with
 * a key of its own, because a key belongs to one body.
 */
export function sendingOf(body: ChatBody, earlier: Sending | undefined): Sending {
  const bodyHash = hashOf(JSON.stringify(body));
  return earlier?.bodyHash === bodyHash ? earlier : { key: newId(), bodyHash };
}

/**
 * Whether it is not known if the request of an answer was carried out: no response of ours arrived before it failed or
 * the page was closed, or the attempt before it, with the same key, is still running.
 */
export function isUnsettled({ state, failure, requestId }: ChatMessage): boolean {
  if (state === 'interrupted') return requestId === null;
  if (state !== 'failed' || !failure) return false;
  const { status, code, retryAfterSeconds } = failure;
  if (code === 'OFFLINE') return status === 0 && requestId === null;
  // Of a proxy that waited in vain: our own errors have a code.
  if (BY_PROXY.has(status)) return code === 'UNKNOWN_ERROR';
  return code === 'CONFLICT' && status === 409 && retryAfterSeconds !== null;
}

/** Bad gateway, gateway timeout, and what Cloudflare has instead. */
const BY_PROXY: ReadonlySet<number> = new Set([502, 504, 520, 524]);

const OFFSETS = [0x811c9dc5, 0x1000193];
const PRIME = 0x01000193;

/** Two 32-bit FNV-1a hashes with the length. It only tells apart bodies of one user: whoever forges one pays for it. */
function hashOf(text: string): string {
  const hashes = OFFSETS.map((offset) => {
    let hash = offset;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return `${hashes.join('')}-${text.length}`;
}
