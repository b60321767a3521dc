import type { ErrorCode } from '../core/errors';

/**
 * Errors of chat requests in addition to those of every request (docs/api-rules.md, "Error codes"), for the API
 * description.
 */
export const CHAT_CODES: readonly ErrorCode[] = [
  'TOO_MANY_TOKENS',
  'CHARACTER_NOT_FOUND',
  'INVALID_MODEL',
  'INVALID_FILE_SIZE',
  'INVALID_IMAGE_FORMAT',
  'INVALID_AUDIO_FORMAT',
  'INVALID_VIDEO_FORMAT',
  'IMAGE_TOO_SMALL',
  'CORRUPTED_IMAGE',
  'CONTENT_POLICY_VIOLATION',
];
