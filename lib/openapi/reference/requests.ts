import { jsonText } from '../../core/samples/literal';
import type { FormField } from '../../core/samples/request';
import { samplesOf } from '../../core/samples/samples';
import type { RequestSample, TriedParameter } from '../contract';
import { FORM } from '../operation';
import type { DescribedOperation, DescribedParameter, Media, OperationLocation } from './described';
import { savedFile } from './saved-file';

/** The sample requests of an operation: its examples, or a single one made from its path. */
export function requestsOf(
  { operationId, requestBody, responses, summary, security }: DescribedOperation,
  parameters: DescribedParameter[],
  { method, path, base, serviceId }: OperationLocation,
): RequestSample[] {
  const bodies = requestBody?.content['application/json']?.examples ?? {};
  const forms = requestBody?.content[FORM];
  const good = responses[200];
  const types = good && 'content' in good ? Object.keys(good.content ?? {}) : [];
  return namesOf(parameters, { ...forms?.examples, ...bodies }, summary).map(([name, said]) => {
    const tried = parameters.flatMap((parameter) => triedOf(parameter, name));
    const body = bodies[name]?.value;
    const form = forms && formOf(forms, name);
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
      ...(form && { form }),
      ...savedFile(types, body ?? forms?.examples?.[name]?.value),
      withKey: security.some((scheme) => Object.keys(scheme).length > 0),
      serviceId,
    });
    return {
      name,
      summary: said,
      samples,
      // A page has no files to send.
      tried: form ? null : { parameters: tried, body: body === undefined ? null : jsonText(body) },
    };
  });
}

/** The fields of a form's example: files are those that the schema says. */
function formOf({ schema, examples }: Media, name: string): FormField[] | undefined {
  const example = examples?.[name]?.value;
  if (typeof example !== 'object' || example === null) return undefined;
  const { properties = {} } = schema as { properties?: Record<string, { format?: string; items?: { format?: string } }> };
  return Object.entries(example).flatMap(([field, value]: [string, unknown]) => {
    const { format, items } = properties[field] ?? {};
    const isFile = (format ?? items?.format) === 'binary';
    const values = Array.isArray(value) ? value.map(String) : [String(value)];
    return values.map((text) => ({ name: field, ...(isFile ? { file: text } : { text }) }));
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
