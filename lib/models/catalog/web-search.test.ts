import { expect, it } from 'vitest';
import { buildCatalog } from '../catalog';
import type { ModelOf, TextModel } from '../model';
import { embeddedListing, testCatalog } from '../test-catalog';
import { toWireModel } from '../wire-model';

const shown = (model: TextModel | ModelOf<'image'>) => JSON.stringify(toWireModel(model, { owner: 'test' }));

it.each([true, false])('is shown for chat models exactly if the service can search: %s', (webSearch) => {
  const { models } = buildCatalog({
    serviceFile: null,
    embedded: [embeddedListing('small')],
    automatic: [],
    settings: { priceMarkup: '1' },
    webSearch,
  });
  const model = models.get('small');
  if (model?.type !== 'text') throw new Error('no model');
  expect(model.abilities.includes('web_search')).toBe(webSearch);
  expect(shown(model)).toContain(`"supportsWebSearch":${webSearch}`);
});

const IMAGES = `
providers:
  lab: { kind: openai-compatible, base_url: 'http://127.0.0.1:8000/v1' }
models:
  - id: reads
    type: image
    upstreams: [{ provider: lab, model: a }]
    price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } }
    capabilities: [style_references, web_search]
  - id: plain
    type: image
    upstreams: [{ provider: lab, model: b }]
    price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } }
`;

it.each([true, false])('is shown for image models that were given it, if the service can search: %s', (webSearch) => {
  const { models } = testCatalog(IMAGES, { webSearch });
  const [reads, plain] = [models.get('reads'), models.get('plain')];
  if (reads?.type !== 'image' || plain?.type !== 'image') throw new Error('no model');
  expect(reads.abilities).toEqual(webSearch ? ['style_references', 'web_search'] : ['style_references']);
  expect(shown(reads)).toContain(`"supportsWebSearch":${webSearch}`);
  expect(shown(plain)).toContain('"supportsWebSearch":false');
});
