import { jsonText } from '../../core/samples/literal';
import { samplesOf } from '../../core/samples/samples';
import type { RequestSample, TriedParameter } from '../contract';
import { savedFile } from './saved-file';
import type { DescribedOperation, DescribedParameter, OperationLocation } from './described';

/** The sample requests of an operation: its examples, or a single one made from its path. */
export function requestsOf(
  { operationId, requestBody, responses, summary, security }: DescribedOperation,
  parameters: DescribedParameter[],
  { method, path, base, serviceId }: OperationLocation,
): RequestSample[] {
  const bodies = requestBody?.content['application/json']?.examples ?? {};
  const good = responses[200];
  const types = good && 'content' in good ? Object.keys(good.content ?? {}) : [];
  return namesOf(parameters, bodies, summary).map(([name, said]) => {
    const tried = parameters.flatMap((parameter) => triedOf(parameter, name));
    const body = bodies[name]?.value;
    const filled = tried.filter((parameter) => parameter.in === 'path');
    const samples = samplesOf({
      base,
      operationId,
      method,
      path: filled.reduce((whole, one) => whole.replace(`{${one.name}}`, encodeURIComponent(one.value)), path),
      query: tried
        .flatMap((one) => (one.in === 'query' && one.value !== '' ? [[one.name, one.value] as const] : []))
        .map(([key, value]) => [key, value]),
      ...(body !== undefined && { body }),
      withKey: security.some((scheme) => Object.keys(scheme).length > 0),
      serviceId,
      ...savedFile(types, body),
    });
    return {
      name,
      summary: said,
      samples,
      tried: { parameters: tried, body: body === undefined ? null : jsonText(body) },
    };
  });
}

/** The names and summaries of the examples; those of the operation itself if it has none. */
function namesOf(
  parameters: DescribedParameter[],
  bodies: Record<string, { summary: string }>,
  summary: string,
): [name: string, summary: string][] {
  const all = [...parameters.map(({ examples }) => examples ?? {}), bodies].flatMap(Object.entries);
  const named = new Map(all.map(([name, example]) => [name, (example as { summary: string }).summary]));
  return named.size > 0 ? [...named] : [['plain', summary]];
}

function triedOf(parameter: DescribedParameter, name: string): TriedParameter[] {
  if (parameter.in === 'header') return [];
  const value = parameter.example ?? parameter.examples?.[name]?.value ?? '';
  return [{ name: parameter.name, in: parameter.in, required: parameter.required, value }];
}
