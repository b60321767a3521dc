/** A request that came with an `Idempotency-Key` and wants to be the one that is carried out under it. */
export type IdempotencyRecord = {
  accountId: string;
  /** `POST /api/v1/chat/completions`: keys of different routes have nothing to do with one another. */
  route: string;
  /** The header's value, as `readIdempotencyKey` lets it through. */
  key: string;
  /** SHA-256 of the body's bytes, hex. */
  bodyHash: string;
  requestId: string;
  /** The id that the request's hold has, or is going to have. A lower-case UUID. */
  holdId: string;
};

/** An answer as it was sent, to be sent again to a repeat. */
export type KeptAnswer = {
  /** `json`: one document; `stream`: the frames of a stream. */
  kind: 'json' | 'stream';
  text: string;
  /** What the headers told of the model: anything that JSON carries, so no bigint; null where absent. */
  metadata: unknown;
};

/** What is known of a kept answer before it is read: `readAnswer`. */
export type KeptHead = Omit<KeptAnswer, 'text'> & {
  /** Of the text in UTF-8. */
  bytes: number;
};

/** What a claim comes to (contract 1.4). */
export type AcquireOutcome =
  /** The request is the one: it is to be carried out. */
  | { state: 'acquired' }
  /** It was carried out: its answer is to be read and sent again. `requestId` is the first one's. */
  | { state: 'replay'; head: KeptHead; requestId: string }
  /** The first one is at work: 409 with `Retry-After`. */
  | { state: 'running'; retryAfterSeconds: number }
  /** The key stands for another body: 400. */
  | { state: 'other_body' }
  /** It was carried out and charged, but its answer was not kept: 409 with the first one's request id. */
  | { state: 'receipt_only'; requestId: string };
