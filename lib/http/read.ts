import { type z, ZodObject } from 'zod';
import { fromZodError } from './answer/errors';
import { issueText } from '../platform/validation/issue-text';
import type { ApiRequest } from './request';

/**
 * Parses the query string. A repeated name keeps its last value, or all of them if its schema takes a list. The schema
 * drops unknown names.
 */
export function readQuery<S extends z.ZodType>(request: ApiRequest, schema: S): z.output<S> {
  const { searchParams } = new URL(request.url);
  const input: Record<string, unknown> = Object.fromEntries(searchParams);
  const fields: Record<string, z.ZodType> = schema instanceof ZodObject ? schema.shape : {};
  for (const name of Object.keys(fields)) {
    if (searchParams.has(name) && fields[name]?.safeParse([]).success) input[name] = searchParams.getAll(name);
  }
  return parse(schema, input);
}

/** With `async`, which Zod would otherwise add to a copy: an object that begins with a copy is slow to extend. */
const PARSING = { error: issueText, async: false };

/**
 * Parses a value by its schema.
 * @throws ApiError INVALID_REQUEST with the issues (docs/api-rules.md, "Validation errors")
 */
export function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, PARSING);
  if (!result.success) throw fromZodError(result.error, input);
  return result.data;
}
