import type { TriedParameter } from '@/lib/openapi/contract';

/** What trying an endpoint requires. `signedIn`: whether this visitor may call it. */
export type TriedEndpoint = { slug: string; method: string; path: string; paid: boolean; signedIn: boolean };

/** A request's path with its parameters filled in; empty query parameters are left out. */
export function targetOf(path: string, parameters: readonly TriedParameter[], values: readonly string[]): string {
  const query = new URLSearchParams();
  let filled = path;
  parameters.forEach((parameter, index) => {
    const value = values[index] ?? '';
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(parameter.name, value);
  });
  const search = query.toString();
  return `/api/v1${filled}${search === '' ? '' : `?${search}`}`;
}

/** Parses a typed body, or says what is wrong with it; null is a request without a body. */
export function readBody(text: string | null): { body: unknown; fault: string | null } {
  if (text === null || text.trim() === '') return { body: undefined, fault: null };
  try {
    return { body: JSON.parse(text) as unknown, fault: null };
  } catch (error) {
    return { body: undefined, fault: `Must be JSON: ${error instanceof Error ? error.message : 'it cannot be read'}` };
  }
}
