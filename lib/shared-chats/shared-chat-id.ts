import { ApiError } from '../core/errors';

const ID = /^[0-9a-f]{32}$/;

/** Whether a text can be the ID of a shared chat. */
export function isSharedChatId(text: string): boolean {
  return ID.test(text);
}

/** The error for an ID of no shared chat, or of one that the caller may not change. */
export function sharedChatNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'This chat is not shared, or not any more.');
}
