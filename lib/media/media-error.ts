import { ApiError, type ErrorCode, invalidField } from '../core/errors';

/** Error codes for refused media (docs/api-rules.md, "Error codes"). */
type MediaCode = Extract<
  ErrorCode,
  | 'INVALID_REQUEST'
  | 'INVALID_FILE_SIZE'
  | 'INVALID_IMAGE_FORMAT'
  | 'INVALID_VIDEO_FORMAT'
  | 'INVALID_AUDIO_FORMAT'
  | 'IMAGE_TOO_SMALL'
  | 'CORRUPTED_IMAGE'
  | 'IMAGE_TOO_LARGE'
  | 'PAYLOAD_TOO_LARGE'
>;

/** The medium's path in the request, e.g. `['messages', 0, 'content', 1, 'image_url', 'url']`. */
export type MediaPath = (string | number)[];

/**
 * An error for one medium in the layout of `invalidField` (docs/api-rules.md, "Validation errors"), with a specific code.
 * @param message a sentence without its period, e.g. `The image is larger than 25 MB`
 */
export function mediaError(code: MediaCode, path: MediaPath, message: string, cause?: unknown): ApiError {
  const { message: text, options } = invalidField(path, message);
  return new ApiError(code, text, { ...options, cause });
}

/** A number of bytes for display, rounded down: `25 MB`, `64 KB`. */
export function formatSize(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${Math.floor(bytes / 1_000)} KB`;
}
