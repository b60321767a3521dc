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
      const answers = describe?.answer !== undefined || describe?.binary !== undefined;
      expect(answers || retired, `${method} ${path}`).toBe(true);
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

type Schema = { properties: Record<string, Record<string, unknown>>; required?: string[]; oneOf?: Schema[] };

/** The schemas of the document, by id. */
const schemasOf = (document: ApiDocument) => (document.components as { schemas: Record<string, Schema> }).schemas;

it('says what the options of a chat are by default, and which field is out of date', async () => {
  const { ChatRequest, ServiceOptions } = schemasOf((await read()).document);
  const defaultsOf = (schema: Schema | undefined) =>
    Object.fromEntries(
      Object.entries(schema?.properties ?? {}).flatMap(([name, field]) =>
        'default' in field ? [[name, field.default] as const] : [],
      ),
    );
  expect(defaultsOf(ServiceOptions)).toEqual({
    strip_thinking_response: false,
    disable_thinking: false,
    enable_web_search: 'off',
    enable_web_scraping: false,
    enable_x_search: false,
    enable_web_citations: false,
    include_search_results_in_stream: false,
    return_search_results_as_documents: false,
    include_svc_system_prompt: true,
    enable_e2ee: true,
  });
  expect(defaultsOf(ChatRequest)).toMatchObject({
    frequency_penalty: 0,
    presence_penalty: 0,
    repetition_penalty: 1,
    n: 1,
    stream: false,
    parallel_tool_calls: true,
  });
  const fields = Object.entries(ChatRequest?.properties ?? {});
  expect(fields.filter(([, field]) => field.deprecated === true).map(([name]) => name)).toEqual(['max_tokens']);
});

it('marks every time in an answer as a date-time', async () => {
  const { document } = await read();
  const times = new Map<string, unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries((value as Partial<Schema>).properties ?? {})) {
      const forms = [part, ...((part.anyOf as { format?: string }[] | undefined) ?? [])];
      if (/At$|^(timestamp|keyExpiration|nextEpochBegins)$/.test(name)) {
        times.set(name, forms.find(({ format }) => format !== undefined)?.format);
      }
    }
    Object.values(value).forEach(walk);
  };
  walk(document);
  // A caller may also set a day, or nothing.
  times.delete('expiresAt');
  expect([...times.keys()]).toEqual(expect.arrayContaining(['createdAt', 'timestamp', 'nextEpochBegins', 'removesAt']));
  expect(new Set(times.values())).toEqual(new Set(['date-time']));
});

it('describes compression, tool messages, reasoning details, and which headers every answer has', async () => {
  const { document } = await read();
  const components = document.components as {
    parameters: Record<string, { name: string }>;
    headers: Record<string, { required: boolean }>;
  };
  const chat = (document.paths['/chat/completions'] as { post: Record<string, unknown> }).post;
  expect(chat.parameters).toContainEqual({ $ref: '#/components/parameters/AcceptEncoding' });
  expect(components.parameters.AcceptEncoding).toMatchObject({
    name: 'Accept-Encoding',
    in: 'header',
    required: false,
  });
  const responses = chat.responses as Record<string, { headers: object }>;
  expect(responses[200]?.headers).toHaveProperty('content-encoding');
  const required = Object.entries(components.headers).filter(([, header]) => header.required);
  expect(required.map(([name]) => name)).toEqual(['cf-ray', 'x-svc-version', 'x-svc-timestamp']);

  const { ReasoningDetail, ChatMessage } = schemasOf(document);
  expect(Object.keys(ReasoningDetail?.properties ?? {})).toEqual(['type', 'data', 'format', 'id', 'index', 'text']);
  expect(ReasoningDetail?.required).toEqual(['type']);
  const tool = ChatMessage?.oneOf?.find(({ properties }) => properties.role?.const === 'tool');
  expect(tool?.properties).toHaveProperty('tool_calls');
});
