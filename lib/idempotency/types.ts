/** The idempotency record of a request with an `Idempotency-Key`: of all requests with the same key, one is carried out. */
export type IdempotencyRecord = {
  accountId: string;
  /** `POST /api/v1/chat/completions`: keys of different routes are independent. */
  route: string;
  /** The header's value, as validated by `readIdempotencyKey`. */
  key: string;
  /** SHA-256 of the body's bytes, hex. */
  bodyHash: string;
  requestId: string;
  /** The id that the request's hold has or will have. A lowercase UUID. */
  holdId: string;
};

/** A stored answer, as it was sent, to be sent again to a repeat. */
export type KeptAnswer = {
  /** `json`: one document; `stream`: the frames of a stream; `binary`: bytes, as text. */
  kind: 'json' | 'stream' | 'binary';
  text: string;
  /** The model's metadata for the headers: anything that JSON can represent, so no bigint; null if absent. */
  metadata: unknown;
};

/** What is known about a stored answer before it is read (`readAnswer`). */
export type KeptHead = Omit<KeptAnswer, 'text'> & {
  /** Of the text in UTF-8. */
  bytes: number;
};

/** The outcome of acquiring a record (docs/api-rules.md, "Idempotency"). */
export type AcquireOutcome =
  /** The request owns the key: it is to be carried out. */
  | { state: 'acquired' }
  /** The first request was carried out: its answer is to be read and sent again. `requestId` is the first one's. */
  | { state: 'replay'; head: KeptHead; requestId: string }
  /** The first request is in flight: 409 with `Retry-After`. */
  | { state: 'running'; retryAfterSeconds: number }
  /** The key was used with another body: 400. */
  | { state: 'other_body' }
  /** The first request was carried out and charged, but its answer was not stored: 409 with its request id. */
  | { state: 'receipt_only'; requestId: string };
