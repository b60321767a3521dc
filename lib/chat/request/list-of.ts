import { z } from 'zod';
import { MAX_ISSUES } from '../../core/errors';

/**
 * A list like `z.array`, except that parsing stops once it has as many issues as an error reports: otherwise each of
 * thousands of invalid items would create an issue that nobody reads.
 */
export function listOf<S extends z.ZodType>(element: S): z.ZodArray<S> {
  const List = z.core.$constructor<z.ZodArray<S>>('List', (inst, def) => {
    z.ZodArray.init(inst, def);
    const parseAll = inst._zod.parse;
    inst._zod.parse = (payload, context) => {
      const items: unknown = payload.value;
      return Array.isArray(items) ? parseItems(element, items, payload, context) : parseAll(payload, context);
    };
  });
  return new List({ type: 'array', element });
}

function parseItems<P extends z.core.ParsePayload>(
  element: z.ZodType,
  items: unknown[],
  payload: P,
  context: z.core.ParseContextInternal,
): P {
  const parsed: unknown[] = [];
  for (const [at, item] of items.entries()) {
    const result = element._zod.run({ value: item, issues: [] }, context);
    if (result instanceof Promise) throw new z.core.$ZodAsyncError();
    payload.issues.push(...z.core.util.prefixIssues(at, result.issues));
    parsed.push(result.value);
    if (payload.issues.length >= MAX_ISSUES) break;
  }
  payload.value = parsed;
  return payload;
}
