import Ajv2020 from 'ajv/dist/2020';
import type { ApiDocument } from './document';

/** For tests: an operation of a document. */
export type Operation = {
  method: string;
  path: string;
  parameters?: { name?: string; in?: string; schema?: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
};

/** For tests: an answer as received; `headers` are the names of its headers. */
export type Answer = { status: number; type: string; text: string; headers: string[] };

type Content = Record<string, object>;
type DescribedResponse = { $ref?: string; content?: Content; headers?: object };

/** Headers for browsers (Fetch standard) and proxies (nginx), not for callers. */
const OTHERS = new Set(['x-content-type-options', 'x-accel-buffering']);

const DOCUMENT = 'http://localhost/api';

/** For tests: every operation of a document. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...(operation as object),
      method: method.toUpperCase(),
      path,
    })),
  );
}

/**
 * For tests: checks that answers match their description in a document: status, content type, our headers, body.
 * @returns what is wrong, or null
 */
export function makeChecker(document: ApiDocument): (operation: Operation, answer: Answer) => string | null {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false });
  ajv.addSchema(document, DOCUMENT);
  const faultOf = (pointer: string, value: unknown): string | null => {
    const validate = ajv.getSchema(`${DOCUMENT}${pointer}`) ?? ajv.compile({ $ref: `${DOCUMENT}${pointer}` });
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
  const ours = new Set(Object.keys((document.components as { headers: object }).headers));
  return ({ method, path }, { status, type, text, headers }) => {
    const pointerOfResponse = `#/paths/${step(path)}/${method.toLowerCase()}/responses/${status}`;
    const found = at(document, pointerOfResponse) as DescribedResponse | undefined;
    if (!found) return `status ${status} is not described: ${text.slice(0, 300)}`;
    const pointer = found.$ref ?? pointerOfResponse;
    const mediaType = type.split(';')[0] ?? '';
    const described = at(document, pointer) as DescribedResponse;
    if (!described.content?.[mediaType]) return `${type} is not described`;
    const known = described.headers ?? {};
    const strange = headers.find(
      (name) => (ours.has(name) || (name.startsWith('x-') && !OTHERS.has(name))) && !(name in known),
    );
    if (strange !== undefined) return `the header ${strange} is not described for status ${status}`;
    const schema = `${pointer}/content/${step(mediaType)}/schema`;
    if (mediaType === 'application/json') return faultOf(schema, JSON.parse(text));
    if (mediaType !== 'text/event-stream') return null;
    const events = text.split('\n\n').filter((event) => event.startsWith('data: ') && event !== 'data: [DONE]');
    const faults = events.map((event) =>
      faultOf(`${schema}/anyOf/0/properties/data/contentSchema`, JSON.parse(event.slice('data: '.length))),
    );
    return faults.find((fault) => fault !== null) ?? null;
  };
}

function step(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function at(document: object, pointer: string): unknown {
  const steps = pointer
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
}
