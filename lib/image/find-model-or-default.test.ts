import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalog, installCatalog } from '../models/catalog';
import { testCatalog } from '../models/test-catalog';
import { findModelOrDefault } from './find-model-or-default';

const FILE = `
models:
  - { id: painter, type: image, upstreams: [{ provider: embedded, model: draw-1 }], price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } }, traits: [default] }
  - { id: sketcher, type: image, upstreams: [{ provider: embedded, model: draw-2 }], price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } } }
  - { id: editor, type: inpaint, upstreams: [{ provider: embedded, model: edit-1 }], price: { inpaint: '0.04' }, traits: [default] }
`;
const from = { caller: { kind: 'key' } };
const before = catalog();
beforeAll(() => installCatalog(testCatalog(FILE)));
afterAll(() => installCatalog(before));

it.each([
  ['image', undefined, 'painter'],
  ['image', 'sketcher', 'sketcher'],
  ['image', 'gpt-image-1', 'painter'],
  // A model, but of another type.
  ['image', 'editor', 'painter'],
  ['inpaint', 'painter', 'editor'],
] as const)('the %s model named %s is %s', (type, name, id) => {
  expect(findModelOrDefault(type, name, from).model.id).toBe(id);
});
