import { expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { makeMemoryShares, openLease } from '../platform/sharing/memory-shares';
import { countVectors, reserveVectors } from './answer-memory';
import type { EmbeddingsPlan } from './plan-embeddings';
import { testEmbeddingModel } from './test-embedding-service';

const memory = () => makeMemoryShares({ perAccount: 120_000_000, all: 300_000_000 });
const plan = (texts: number, more: Partial<EmbeddingsPlan> = {}): EmbeddingsPlan => ({
  model: testEmbeddingModel('long', { dimensions: 3_072 }),
  texts: Array<string>(texts).fill('x'),
  encoding: 'float',
  maximumNano: 1n,
  ...more,
});

it.each([
  ['numbers', plan(1_000), 1_000 * 3_072 * 36],
  [
    'base64, which fits for the most texts and the longest common vectors',
    plan(2_048, { encoding: 'base64' }),
    100_663_296,
  ],
  ['shorter vectors', plan(2_048, { dimensions: 256 }), 2_048 * 256 * 36],
  ['vectors of unknown length', plan(1, { model: testEmbeddingModel('any', { dimensions: undefined }) }), 1_536 * 36],
])('counts the memory of %s', (_name, answer, bytes) => {
  const shares = memory();
  expect(reserveVectors(openLease(shares, 'one'), answer)).toBe(bytes);
  expect(shares.bytes).toBe(bytes);
});

it('refuses an answer with 429 if the account has too little memory left, and with 400 if it could never fit', () => {
  const refused = (shares: ReturnType<typeof memory>, answer: EmbeddingsPlan): unknown => {
    try {
      return reserveVectors(openLease(shares, 'one'), answer);
    } catch (thrown) {
      return isApiError(thrown) ? [thrown.status, thrown.message] : thrown;
    }
  };
  const shares = memory();
  reserveVectors(openLease(shares, 'one'), plan(1_000));
  expect(refused(shares, plan(1_000))).toEqual([429, expect.stringContaining('use too much memory at once')]);
  expect(refused(memory(), plan(1_086))).toEqual([
    400,
    'Invalid request parameters: input: With 3072 dimensions, at most 1085 texts fit into one request',
  ]);
  expect(refused(memory(), plan(1_085))).toBeGreaterThan(0);
});

it('counts vectors that are longer than expected, and never refuses them', () => {
  const shares = memory();
  const lease = openLease(shares, 'one');
  const reserved = reserveVectors(lease, plan(1, { dimensions: 4 }));
  countVectors(lease, { vectors: [new Float32Array(4)], encoding: 'float', reserved });
  expect(shares.bytes).toBe(4 * 36);
  countVectors(lease, { vectors: [new Float32Array(5_000_000)], encoding: 'float', reserved });
  expect(shares.bytes).toBe(5_000_000 * 36);
});
