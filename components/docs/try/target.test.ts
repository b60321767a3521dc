import { expect, it } from 'vitest';
import { readBody, targetOf } from './target';

const id = { name: 'id', in: 'path', required: true, value: '' } as const;
const type = { name: 'type', in: 'query', required: false, value: '' } as const;

it('fills in the path and omits empty query parameters', () => {
  expect(targetOf('/models/{id}', [id, type], ['a/b', 'all'])).toBe('/api/v1/models/a%2Fb?type=all');
  expect(targetOf('/models', [type], [''])).toBe('/api/v1/models');
});

it('says what is wrong with a body', () => {
  expect(readBody('{"a":1}')).toEqual({ body: { a: 1 }, fault: null });
  expect(readBody(null)).toEqual({ body: undefined, fault: null });
  expect(readBody('{').fault).toMatch(/^Must be JSON/);
});
