import { isApiFailure } from '@/lib/client/failure';

/**
 * Whether the fields of a form say all of a failure. Where one of its issues is about a field that is not drawn, or it
 * has none, the form must say it itself.
 * @param drawn the names of the fields that are drawn
 */
export function coversFailure(failure: unknown, drawn: readonly string[]): boolean {
  if (!isApiFailure(failure) || failure.issues.length === 0) return false;
  return failure.issues.every(({ path }) => drawn.includes(String(path[0])));
}
