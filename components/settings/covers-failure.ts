import { isApiFailure } from '@/lib/client/failure';

/**
 * Whether a form's fields show everything about a failure. If one of the issues is about a field that is not rendered,
 * or there are none, the form must show the failure itself.
 * @param rendered the names of the rendered fields
 */
export function coversFailure(failure: unknown, rendered: readonly string[]): boolean {
  if (!isApiFailure(failure) || failure.issues.length === 0) return false;
  return failure.issues.every(({ path }) => rendered.includes(String(path[0])));
}
