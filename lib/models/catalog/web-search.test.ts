import { expect, it } from 'vitest';
import { buildCatalog } from '../catalog';
import { embeddedListing } from '../test-catalog';
import { toWireModel } from '../wire-model';

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
  expect(JSON.stringify(toWireModel(model, { owner: 'test' }))).toContain(`"supportsWebSearch":${webSearch}`);
});
