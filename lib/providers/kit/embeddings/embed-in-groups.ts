import type { EmbeddingCall, EmbeddingResult } from '../../spec';
import { inferenceFailed } from '../map-error';

/** What one request returned: a vector for each of its texts, and the tokens of all of them, if the upstream reports any. */
export type EmbeddedGroup = { vectors: readonly (Float32Array | readonly number[])[]; tokens?: number };

/** How texts are spread over requests: the most texts of one, and the most requests at a time. */
export type GroupPlan = { textsPerRequest: number; requestsAtATime: number };

/**
 * Embeds the texts of a call in as many requests as it takes. After a failure no further request begins.
 * @throws what a request throws; ApiError INFERENCE_FAILED for an answer without a vector for each text
 */
export async function embedInGroups(
  { texts, dimensions, signal }: Pick<EmbeddingCall, 'texts' | 'dimensions' | 'signal'>,
  { textsPerRequest, requestsAtATime }: GroupPlan,
  embed: (texts: readonly string[]) => Promise<EmbeddedGroup>,
): Promise<EmbeddingResult> {
  const starts: number[] = [];
  for (let at = 0; at < texts.length; at += textsPerRequest) starts.push(at);
  const vectors: Float32Array[] = [];
  const counts: (number | undefined)[] = [];
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined && !hasFailed; start = starts.shift()) {
      signal.throwIfAborted();
      const group = texts.slice(start, start + textsPerRequest);
      const answer = await embed(group);
      if (answer.vectors.length !== group.length) throw incomplete();
      for (const [at, vector] of answer.vectors.entries()) vectors[start + at] = checked(vector, dimensions);
      counts.push(answer.tokens);
    }
  };
  const lanes = Array.from({ length: requestsAtATime }, () =>
    work().catch((thrown: unknown) => {
      hasFailed = true;
      throw thrown;
    }),
  );
  await Promise.all(lanes);
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw incomplete();
  // If one request has no count, the sum would be too small.
  if (!counts.every(isCount)) return { vectors };
  return { vectors, promptTokens: counts.reduce((sum, tokens) => sum + tokens, 0) };
}

function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0;
}

/** A vector of finite numbers, as long as the caller asked for. */
function checked(given: Float32Array | readonly number[], dimensions: number | undefined): Float32Array {
  const vector = Float32Array.from(given);
  const isRight = vector.length > 0 && vector.every(Number.isFinite);
  if (!isRight || vector.length !== (dimensions ?? vector.length)) throw incomplete();
  return vector;
}

function incomplete() {
  return inferenceFailed(new Error('The upstream sent no vector of the requested length for each text.'));
}
