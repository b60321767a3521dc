import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { GET as getYaml } from '@/app/doc/api/swagger.yaml/route';
import { routes } from '@/app/api/route-table';
import { ROUTE_METHODS } from '@/lib/http/route-table';
import type { ApiDocument } from '@/lib/openapi/document';
import { GET } from './route';

const read = async () => {
  const response = await GET(new Request('http://localhost/api/v1/openapi.json'));
  return { response, document: (await response.json()) as ApiDocument };
};

it('is JSON that a validator of OpenAPI 3.1 accepts', async () => {
  const { response, document } = await read();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const outcome = await new Validator().validate(document);
  expect(outcome.errors ?? []).toEqual([]);
  expect(document.info).toMatchObject({ version: response.headers.get('x-svc-version') });
  expect(document.servers).toEqual([{ url: 'http://localhost:3000/api/v1' }]);
});

it('is the same as YAML', async () => {
  const response = await getYaml(new Request('http://localhost/doc/api/swagger.yaml'));
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(parse(await response.text())).toEqual((await read()).document);
});

it('describes every endpoint of the route table, and nothing else', async () => {
  const { document } = await read();
  const there = Object.entries(routes)
    .filter(([path]) => path.startsWith('/api/v1/') && !path.includes('[...unknown]'))
    .flatMap(([path, route]) =>
      ROUTE_METHODS.filter((method) => route[method]).map(
        (method) => `${method} ${path.slice('/api/v1'.length).replace(/\[(?:\.\.\.)?(\w+)\]/g, '{$1}')}`,
      ),
    );
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(there.sort());
});

it('describes every endpoint and every successful response', async () => {
  for (const [path, route] of Object.entries(routes)) {
    if (!path.startsWith('/api/v1/') || path.includes('[...unknown]')) continue;
    for (const method of ROUTE_METHODS) {
      const describe = route[method]?.declaration.describe;
      if (!route[method]) continue;
      expect(describe?.summary, `${method} ${path}`).toMatch(/^[A-Z].*[^.]$/);
      const retired = describe?.codes?.includes('GONE') && path === '/api/v1/billing/usage';
      expect(describe?.answer !== undefined || retired, `${method} ${path}`).toBe(true);
    }
  }
});

it('gives every operation a unique ID', async () => {
  const { document } = await read();
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as {
    operationId: string;
    tags: string[];
  }[];
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['getModels', 'getModel', 'createChatCompletion', 'deleteApiKey']));
  expect((document.tags as { name: string }[]).map(({ name }) => name)).toEqual([
    ...new Set(operations.flatMap(({ tags }) => tags)),
  ]);
});
