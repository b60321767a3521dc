import { ApiError } from '../../core/errors';
import type { OwnDocument } from '../../web/index/own/find-own-documents';
import type { ListedDocument } from '../contract';

/** A document as lists have it. */
export function toListed({ id, kind, name, title, url, addedAt }: OwnDocument): ListedDocument {
  return { id, kind, name, title, url, addedAt: addedAt.toISOString() };
}

/** The error for an ID that is no document of the account, also if it is one of another account. */
export function documentNotFound(id: string): ApiError {
  return new ApiError('NOT_FOUND', `You have no document with the ID ${id.slice(0, 64)}.`);
}
