import { invalidField } from '../core/errors';
import { addBytes, countBytes, type MemoryLease } from '../platform/sharing/memory-shares';
import type { EmbeddingsPlan } from './plan-embeddings';

/**
 * Memory per number of a vector at the most, until the reader has the answer. As numbers: the number, and some 13
 * characters of JSON as text and as bytes. As base64: 16 characters for three numbers, as text, as JSON, and as bytes.
 */
const NUMBER_BYTES = { float: 36, base64: 16 };
/** Of models whose length of vectors is not known. */
const ASSUMED_DIMENSIONS = 1_536;

/**
 * Counts the memory of an answer: a body of 10 KB can have an answer of 100 MB. Counted in advance, because a refusal
 * after the texts are embedded would waste them.
 * @returns the bytes that were counted
 * @throws ApiError INVALID_REQUEST if it would use more than an account may use at all; those of `addBytes`
 */
export function reserveVectors(
  lease: MemoryLease,
  { model, texts, dimensions = model.dimensions ?? ASSUMED_DIMENSIONS, encoding }: EmbeddingsPlan,
): number {
  const bytesPerText = dimensions * NUMBER_BYTES[encoding];
  const bytes = texts.length * bytesPerText;
  const most = lease.memory.bounds.perAccount;
  if (bytes > most) {
    const message = `With ${dimensions} dimensions, at most ${Math.floor(most / bytesPerText)} texts fit into one request`;
    throw invalidField(['input'], message, 'too_big');
  }
  addBytes(lease, bytes);
  return bytes;
}

/** Counts what the vectors need beyond the reserved bytes: an upstream may return longer ones than were expected. */
export function countVectors(
  lease: MemoryLease,
  {
    vectors,
    encoding,
    reserved,
  }: Pick<EmbeddingsPlan, 'encoding'> & { vectors: readonly Float32Array[]; reserved: number },
): void {
  const numbers = vectors.reduce((sum, { length }) => sum + length, 0);
  countBytes(lease, Math.max(0, numbers * NUMBER_BYTES[encoding] - reserved));
}
