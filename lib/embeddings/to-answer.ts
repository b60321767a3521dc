import { endianness } from 'node:os';
import { workTurns } from '../platform/sharing/work-turns';
import type { EmbeddingsAnswer } from './contract';

/** With so many digits, each 32-bit float has a number of its own; more would only make the answer longer. */
const DIGITS = 9;
const BYTES_PER_TURN = 32_768;
/** What a number of an answer takes, about, in characters. */
const CHARACTERS_PER_NUMBER = 12;

/** The answer of `POST /embeddings`. Long lists are made in turns, so that other requests are not held up. */
export async function toEmbeddingsAnswer(
  { modelId, vectors, promptTokens }: { modelId: string; vectors: readonly Float32Array[]; promptTokens: number },
  encoding: 'float' | 'base64',
  account: string,
): Promise<EmbeddingsAnswer> {
  const data: EmbeddingsAnswer['data'] = [];
  let written = 0;
  for (const [index, vector] of vectors.entries()) {
    data.push({ object: 'embedding', index, embedding: encoding === 'float' ? numbersOf(vector) : toBase64(vector) });
    written += vector.length * CHARACTERS_PER_NUMBER;
    if (written < BYTES_PER_TURN) continue;
    written = 0;
    await workTurns().take(account, BYTES_PER_TURN);
  }
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
  return { object: 'list', model: modelId, data, usage };
}

function numbersOf(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Number(value.toPrecision(DIGITS)));
}

/** Little-endian on every machine. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return (endianness() === 'LE' ? bytes : Buffer.from(bytes).swap32()).toString('base64');
}
