import type { IncomingHttpHeaders } from 'node:http';

/** A request as it arrived, its JSON parsed. */
export type SeenEmbeddingRequest = { path: string; headers: IncomingHttpHeaders; body: unknown };

/** What a request asked for, in neutral terms. */
export type AskedTexts = { model: string; texts: string[]; dimensions?: number; authorized: boolean };

/** An upstream's wire format for embeddings, as its own server speaks it. */
export type EmbeddingWire = {
  read(request: SeenEmbeddingRequest): AskedTexts;
  /** The body and headers of an answer: a vector for each text of the request, and their tokens. */
  answer(
    vectors: readonly number[][],
    tokens: number,
    request: SeenEmbeddingRequest,
  ): { body: unknown; headers?: Record<string, string> };
  refusal(status: number, message: string): unknown;
  /** Whether it reports tokens. */
  countsTokens: boolean;
  /** The most texts of one request. */
  textsPerRequest: number;
};
