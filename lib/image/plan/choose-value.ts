import { invalidField } from '../../core/errors';

/**
 * The value of a field for which a model has a list: the caller's, else the model's usual one, else the first.
 * @param allowed undefined allows everything
 * @throws ApiError INVALID_REQUEST for a value outside of the list
 */
export function chooseValue<T extends string>(
  field: string,
  value: T | undefined,
  allowed: readonly T[] | undefined,
  usual: T | undefined,
): T | undefined {
  if (value === undefined) return usual ?? allowed?.[0];
  if (allowed && !allowed.includes(value)) throw invalidField([field], `Must be one of: ${allowed.join(', ')}`);
  return value;
}
