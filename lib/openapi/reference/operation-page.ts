import { jsonText } from '../../core/samples/literal';
import type { DocsPage, Field, Operation } from '../contract';
import { meaningOf } from '../guide/code-meanings';
import {
  type Components,
  type DescribedOperation,
  type DescribedParameter,
  type DescribedResponse,
  partOf,
  type OperationLocation,
} from './described';
import { BEARER, FORM, WALLET } from '../operation';
import { fieldOf, fieldsOf } from './field-tree';
import { requestsOf } from './requests';

/** The page of one operation of the description. */
export function operationPage(
  described: DescribedOperation,
  location: OperationLocation,
  components: Components,
): DocsPage {
  const { operationId, summary, description, deprecated = false, security } = described;
  const parameters = (described.parameters ?? []).map((one) => partOf(one, components.parameters));
  const content = described.requestBody?.content;
  const body = content?.['application/json'] ?? content?.[FORM];
  const good = described.responses[200] && partOf(described.responses[200], components.responses);
  const operation: Operation = {
    id: operationId,
    method: location.method,
    path: location.path,
    retired: deprecated,
    credential: credentialOf(security),
    needsCaller: needs(security, BEARER) && !isOptional(security),
    // Only operations that spend credit have this header: only they need safe repeats.
    paid: parameters.some(({ name }) => name === 'Idempotency-Key'),
    parameters: parametersOf(parameters, components),
    body: body ? fieldsOf(body.schema, components.schemas) : null,
    // What a wallet has to sign is in the guide.
    requests: deprecated || location.path.startsWith('/x402/') ? [] : requestsOf(described, parameters, location),
    answer: good ? answerOf(good, components) : null,
    headers: headersOf(good, components),
    errors: errorsOf(described, components),
  };
  return { kind: 'operation', slug: operationId, title: summary, summary, detail: description, operation };
}

type Security = DescribedOperation['security'];

const isOptional = (security: Security): boolean => security.some((scheme) => Object.keys(scheme).length === 0);
const needs = (security: Security, name: string): boolean => security.some((scheme) => name in scheme);

function credentialOf(security: Security): string {
  if (security.length === 0) return 'None.';
  if (isOptional(security)) return 'Optional. With an API key, the answer is limited to what that key may use.';
  if (needs(security, WALLET)) {
    return needs(security, BEARER) ? 'An API key, or the sign-in of a wallet.' : 'The sign-in of a wallet.';
  }
  const roles = security.flatMap((scheme) => Object.values(scheme).flat());
  return roles.includes('ADMIN') ? 'An API key of type ADMIN.' : 'An API key.';
}

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

function parametersOf(parameters: DescribedParameter[], components: Components): Operation['parameters'] {
  return (['path', 'query', 'header'] as const).flatMap((location) => {
    const fields = parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, schema, required, description = '' }): Field => ({
        ...fieldOf(name, schema, required, components.schemas),
        description,
      }));
    return fields.length > 0 ? [{ title: PLACES[location], fields }] : [];
  });
}

/** The description of a stream event: its data is JSON in a string, a chunk or an error. */
type StreamedEvent = { properties: { data: { contentSchema: { oneOf: object[] } } } };

function answerOf({ content = {} }: DescribedResponse, components: Components): Operation['answer'] {
  const json = content['application/json'];
  const events = content['text/event-stream']?.schema.anyOf as StreamedEvent[] | undefined;
  const [chunk] = events?.[0]?.properties.data.contentSchema.oneOf ?? [];
  return {
    fields: json ? fieldsOf(json.schema, components.schemas) : [],
    example: jsonText(json?.example ?? null),
    chunk: chunk ? fieldsOf({ ...chunk }, components.schemas) : null,
    types: Object.keys(content),
  };
}

function headersOf(response: DescribedResponse | undefined, { headers }: Components): Operation['headers'] {
  return Object.keys(response?.headers ?? {}).map((name) => ({ name, description: headers[name]?.description ?? '' }));
}

/** The error codes are in the description of each error response. */
function errorsOf({ responses }: DescribedOperation, components: Components): Operation['errors'] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => {
      const { description } = partOf(response, components.responses);
      const codes = [...description.matchAll(/`([A-Z0-9_]+)`/g)].map(([, code = '']) => code);
      return { status: Number(status), codes: codes.map((code) => ({ code, meaning: meaningOf(code) })) };
    });
}
