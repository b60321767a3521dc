import { ApiError } from '../core/errors';

/**
 * Says that a path is unknown.
 * @throws ApiError NOT_FOUND, always
 */
export function unknownPath({ params }: { params: Record<string, string> }): never {
  throw new ApiError('NOT_FOUND', `There is no /api/v1/${params.unknown ?? ''} here.`);
}
