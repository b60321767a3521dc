import Ajv2020 from 'ajv/dist/2020';
import { expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { ROUTE_METHODS } from '@/lib/http/route-table';
import { type ApiDocument, makeDocument } from './document';
import { STOPGAP } from './example-of';

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> };
type Described = {
  operationId: string;
  deprecated?: boolean;
  parameters?: { in?: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const document: ApiDocument = makeDocument(describedRoutes);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as Described[];

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
ajv.addSchema(document, 'http://localhost/api');

const isImage = (type: string) => type.startsWith('image/');

/** Why a value does not match a schema of the document, or null. */
function faultOf(schema: object, value: unknown): string | null {
  const text = JSON.stringify(schema).replaceAll('"#/', '"http://localhost/api#/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

it('gives an example of every successful answer that matches its schema', () => {
  for (const { operationId, responses, deprecated } of operations) {
    const content = responses[200]?.content ?? {};
    const media = content['application/json'];
    if (!media) expect(deprecated ?? Object.keys(content).some(isImage), operationId).toBe(true);
    else expect([operationId, faultOf(media.schema, media.example)]).toEqual([operationId, null]);
  }
});

it('makes them from examples, not placeholders', () => {
  for (const { operationId, responses } of operations) {
    const example = JSON.stringify(responses[200]?.content?.['application/json']?.example ?? null);
    expect(example, operationId).not.toContain(JSON.stringify(STOPGAP));
  }
});

it('describes forms with their files', () => {
  const edit = operations.find(({ operationId }) => operationId === 'createImagesEdit');
  const form = edit?.requestBody?.content['multipart/form-data'];
  const file = { type: 'string', format: 'binary' };
  expect(form?.schema).toMatchObject({
    required: ['image', 'prompt'],
    properties: { image: { type: 'array', items: file }, mask: file, prompt: { type: 'string' } },
  });
  const forms = operations.flatMap(({ requestBody }) => requestBody?.content['multipart/form-data'] ?? []);
  expect(forms).toHaveLength(6);
  for (const { examples = {} } of forms) expect(Object.keys(examples)).not.toEqual([]);
});

it('gives an example of every body that matches its schema, and of every path parameter', () => {
  for (const { operationId, requestBody, parameters = [] } of operations) {
    for (const parameter of parameters.filter((one) => one.in === 'path')) {
      expect(parameter.example, operationId).toBeTypeOf('string');
    }
    // A body with a file that JSON cannot carry is only a form.
    const media = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
    const { schema, examples = {} } = media ?? { schema: {} };
    if (requestBody && operationId !== 'deleteApiKey') expect(Object.keys(examples), operationId).not.toEqual([]);
    for (const { value } of Object.values(examples)) {
      expect([operationId, faultOf(schema, value)]).toEqual([operationId, null]);
    }
  }
});

it('gives examples that the endpoints themselves accept', () => {
  for (const [path, route] of Object.entries(describedRoutes)) {
    for (const method of ROUTE_METHODS) {
      const { describe, body, query } = route[method]?.declaration ?? {};
      for (const [name, example] of Object.entries(describe?.examples ?? {})) {
        const said = `${method} ${path} ${name}`;
        if (example.body) expect([said, body?.safeParse(example.body).error]).toEqual([said, undefined]);
        // Parameters that may be repeated reach a schema as lists: no example has one.
        if (example.query) expect([said, query?.safeParse(example.query).error]).toEqual([said, undefined]);
      }
    }
  }
});
