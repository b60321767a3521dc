import { expect, it } from 'vitest';
import { newId } from '../core/ids';
import { EMBEDDED_EMBEDDER } from '../models/catalog/embedded-embedder';
import { maximumNano } from '../models/price/bill';
import { embeddingParts } from '../models/price/embedding';
import { localProvider } from '../providers/local/chat';
import { installProviders } from '../providers/registry';
import { planEmbeddings } from './plan-embeddings';
import { testEmbeddingModel } from './test-embedding-service';

const JSON_OF_DIGITS = JSON.stringify(Array.from({ length: 3_000 }, (_, at) => [at % 10]));
const nanoOf = (promptTokens: number) => maximumNano(embeddingParts(EMBEDDED_EMBEDDER.price, { promptTokens }));
const heldNano = async (input: string | string[], model = EMBEDDED_EMBEDDER) =>
  (await planEmbeddings({ model: model.id, input }, model, { account: newId() })).maximumNano;

it.each([
  // What the engine's process reports for them.
  ['punctuation marks', '!'.repeat(20_000), 20_158],
  ['digits as JSON', JSON_OF_DIGITS, 12_097],
  ['a sentence', 'A red kite above a lighthouse', 8],
  ['several texts', ['A red kite', 'above a lighthouse'], 5 + 5],
])('holds what the embedded model will charge for %s', async (_name, input, tokens) => {
  installProviders([localProvider]);
  expect(await heldNano(input)).toBe(nanoOf(tokens));
});

it('holds the most that any upstream may charge', async () => {
  const model = {
    ...testEmbeddingModel('mixed', { price: EMBEDDED_EMBEDDER.price }),
    upstreams: ['plain', 'counting'].map((provider) => ({ provider, model: 'any', weight: 1 })),
  };
  let counted = 1;
  installProviders([{ id: 'plain' }, { id: 'counting', countTextTokens: () => Promise.resolve(counted) }]);
  // The estimate: a token per 2.5 characters, and two for the text.
  expect(await heldNano('x'.repeat(100), model)).toBe(nanoOf(42));
  counted = 99;
  expect(await heldNano('x'.repeat(100), model)).toBe(nanoOf(99));
});
