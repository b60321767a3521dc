import type { FetchTimes } from '../../platform/fetch';

/** Maximum JSON of an answer in one piece, bytes. */
export const MAX_WHOLE_BYTES = 8_000_000;
/** A minute less than a charge waits for its work, so that an upstream that hangs is known to have failed. */
const MAX_WHOLE_MS = 540_000;

/** Kinds of services, and of servers that answer many requests at once. */
const WHOLE_KINDS: readonly string[] = [
  'openai',
  'openrouter',
  'vllm',
  'sglang',
  'anthropic',
  'google',
  'xai',
  'amazon-bedrock',
];

/** How the operator has callers answered who do not stream. */
export type Unstreamed = 'whole' | 'stream';

/**
 * Whether a caller who does not stream gets one whole answer of an upstream: reading a stream costs many times as much
 * processor time. Default: services, and servers that answer many requests at once. A small server streams, so that it
 * stops when its caller leaves.
 * @param kind of a server of the OpenAI format, or of a vendor
 */
export function prefersWholeAnswers(kind: string, unstreamed: Unstreamed | undefined): boolean {
  return unstreamed === undefined ? WHOLE_KINDS.includes(kind) : unstreamed === 'whole';
}

/** The timeouts of an answer of which nothing comes before its end. */
export function timesOfWhole({ firstByteMs, idleMs, wholeMs }: Partial<FetchTimes> = {}): Partial<FetchTimes> {
  const most = Math.min(wholeMs ?? MAX_WHOLE_MS, MAX_WHOLE_MS);
  return { ...(idleMs !== undefined && { idleMs }), firstByteMs: firstByteMs ?? most, wholeMs: most };
}
