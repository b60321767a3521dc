/**
 * What a run learns about its own answer and the wire tells in headers (contract 1.5).
 * A capability writes the facts; `lib/http/headers.ts` alone knows the names of the headers.
 */
export type ReplyFacts = {
  /** The model that answers, its display name, and the upstream that was chosen. */
  model?: { id: string; name: string; router: string };
  /** What the caller could spend before this request, nano-USD. */
  balanceBefore?: { usdNano: bigint; diemNano: bigint };
  /** How often an upstream was asked again. */
  retryCount?: number;
};
