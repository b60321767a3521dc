import { expect, it } from 'vitest';
import { samplesOf } from './samples';

const BASE = 'http://localhost:3000/api/v1';
const tricky = { text: `it's "so"\n$HOME \\ \`x\``, none: null, yes: true, list: [1, 2.5], empty: {} };

const codes = (over: object) =>
  Object.fromEntries(
    samplesOf({
      base: BASE,
      operationId: 'x',
      method: 'POST',
      path: '/things',
      query: [],
      withKey: true,
      serviceId: 'svc',
      ...over,
    }).map(({ language, code }) => [language, code]),
  ) as Record<'curl' | 'typescript' | 'python', string>;

it('quotes for a shell, for TypeScript and for Python', () => {
  const { curl, typescript, python } = codes({ body: tricky });
  expect(curl).toContain(`"text": "it'\\''s \\"so\\"\\n$HOME`);
  expect(typescript).toContain(`text: 'it\\'s "so"\\n$HOME \\\\ \`x\`'`);
  expect(python).toContain('    "none": None,\n    "yes": True,\n');
});

it('keeps addresses with a query in one word', () => {
  const { curl } = codes({
    method: 'GET',
    query: [
      ['a', '1'],
      ['b', 'x y'],
    ],
  });
  expect(curl.split(' \\\n')[0]).toBe(`curl '${BASE}/things?a=1&b=x+y'`);
});

it('names the method where the body does not imply it, and sends no key where none is taken', () => {
  const { curl, typescript, python } = codes({ method: 'DELETE', withKey: false });
  expect(curl).toBe(`curl -X DELETE ${BASE}/things`);
  expect(typescript).not.toContain('Authorization');
  expect(python).toContain('method="DELETE"');
});
