import { expect, it } from 'vitest';
import { buildCatalog, type EmbeddedListing } from '../catalog';
import { toWireModel } from '../wire-model';

const listing: EmbeddedListing = {
  id: 'small',
  name: 'Small',
  description: '',
  homepage: '',
  createdSeconds: 0,
  quantization: 'not-available',
  contextTokens: 4_096,
  maxCompletionTokens: 1_024,
  defaultCompletionTokens: 512,
  defaults: { temperature: 1, topP: 1 },
  price: { inputNanoUsd: 1n, outputNanoUsd: 1n },
};

it.each([true, false])('is shown for chat models exactly if the service can search: %s', (webSearch) => {
  const settings = { priceMarkup: '1', upstreamPrice: undefined };
  const { models } = buildCatalog({ serviceFile: null, embedded: [listing], automatic: [], settings, webSearch });
  const model = models.get('small');
  expect(model?.type === 'text' && model.abilities.includes('web_search')).toBe(webSearch);
  expect(JSON.stringify(model && toWireModel(model, { owner: 'test' }))).toContain(`"supportsWebSearch":${webSearch}`);
});
