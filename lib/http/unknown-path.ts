import { ApiError } from '../core/errors';

/**
 * Answers an unknown path.
 * @throws ApiError NOT_FOUND, always
 */
export function unknownPath({ params }: { params: Record<string, string> }): never {
  throw new ApiError('NOT_FOUND', `Path not found: /api/v1/${params.unknown ?? ''}`);
}
