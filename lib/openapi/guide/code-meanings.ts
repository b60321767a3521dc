import type { ErrorCode } from '../../core/errors';

/** What each error code means, and what to do about it. */
const CODE_MEANINGS: Record<ErrorCode, string> = {
  INVALID_REQUEST: 'A field is invalid. `issues` lists each one with what is expected: fix them, then retry.',
  INVALID_MODEL: 'The model cannot do this. Choose one from `GET /models`.',
  REQUEST_ID_NOT_FOUND: 'None of your jobs has this ID.',
  INVALID_AUDIO_FORMAT: 'Send the audio in another format.',
  INVALID_VIDEO_FORMAT: 'Send the video in another format.',
  INVALID_IMAGE_FORMAT: 'Send the image as PNG, JPEG, WebP, or AVIF.',
  INVALID_FILE_SIZE: 'The file is empty or too large.',
  CORRUPTED_IMAGE: 'The image cannot be read.',
  IMAGE_TOO_SMALL: 'The image has too few pixels.',
  TOO_MANY_TOKENS:
    'The prompt is longer than the model’s context. Shorten it, or choose a model with a longer context.',
  PAYMENT_HEADER_NOT_ACCEPTED: 'Payment headers are not accepted here. Leave them out and send an API key.',
  AUTHENTICATION_FAILED: 'The key is unknown, revoked, or expired. Create another one under [Keys](/keys).',
  AUTHENTICATION_FAILED_INACTIVE_KEY: 'The key’s subscription has ended.',
  ADMIN_KEY_REQUIRED: 'An INFERENCE key cannot do this. Use a key of type ADMIN.',
  PRO_ONLY_MODEL: 'The model is for Pro accounts. Choose another one.',
  INSUFFICIENT_BALANCE: 'Your credit does not cover the request. Add credit, or request fewer tokens.',
  API_KEY_USD_SPEND_LIMIT_EXCEEDED:
    'The key has reached its own USD limit. Raise it; daily and monthly limits reset automatically.',
  API_KEY_DIEM_SPEND_LIMIT_EXCEEDED:
    'The key has reached its own DIEM limit. Raise it; daily and monthly limits reset automatically.',
  PAYMENT_REQUIRED: 'The request has no credential. Send an API key; the body says where to get one.',
  UNAUTHORIZED:
    'This is not allowed: the privacy setting of the key excludes the model, the model is not available in your region, or the route is not open to you. The message says which.',
  API_ACCESS_DISABLED: 'The account is blocked. Ask the operator.',
  X402_WALLET_MISMATCH: 'This belongs to another wallet.',
  NOT_FOUND: 'Nothing exists at this path.',
  MODEL_NOT_FOUND: 'No model has this name. `GET /models` lists them.',
  CHARACTER_NOT_FOUND: 'No character has this slug. `GET /characters` lists them.',
  MEDIA_NOT_FOUND: 'The file does not exist, or no longer exists.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. `Allow` lists those it supports.',
  REQUEST_BODY_TIMEOUT: 'The body arrived too slowly. Retry.',
  CONFLICT: 'The `Idempotency-Key` is in use, or its answer is no longer available; the message says which.',
  GONE: 'This has been retired. The message names what to use instead.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 35 MB, or a file in it larger than 25 MB.',
  INVALID_CONTENT_TYPE: 'Send `Content-Type: application/json`.',
  EXPECTATION_FAILED: 'Leave the `Expect` header out.',
  MISDIRECTED_REQUEST: 'The service does not answer under this host name.',
  VIDEO_DURATION_TOO_LONG: 'The video is too long.',
  VIDEO_DURATION_TOO_SHORT: 'The video is too short.',
  IMAGE_TOO_LARGE: 'The image has too many pixels.',
  CONTENT_POLICY_VIOLATION: 'The model’s content policy refuses this.',
  ASR_UPSTREAM_VALIDATION_FAILED: 'The recording cannot be transcribed.',
  RATE_LIMIT_EXCEEDED: 'Too many requests. Wait `Retry-After` seconds; see [rate limits](/docs/rate-limits).',
  MODEL_OVERLOADED: 'The model’s provider is overloaded. Wait `Retry-After` seconds, or use another model.',
  X402_CONCURRENCY_LIMIT: 'The wallet already has five requests running. Wait for one of them to finish.',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'Send fewer or shorter headers.',
  INFERENCE_FAILED: 'The model failed. Nothing was charged. Retry.',
  UPSCALE_FAILED: 'The image could not be upscaled. Nothing was charged.',
  IMAGE_EDIT_ERROR: 'The image could not be edited. Nothing was charged.',
  UNKNOWN_ERROR: 'An error in the service. Send the operator the `cf-ray` header of the answer.',
  ASR_UPSTREAM_FAILED: 'The transcription failed. Nothing was charged.',
  NOT_READY: 'The database is unavailable, or the service is starting or stopping. Wait `Retry-After` seconds.',
  MODEL_OFFLINE: 'The model is currently unavailable. Wait, or use another one.',
  MODEL_AT_CAPACITY: 'A queue or the memory for requests is full, or the model is. Wait `Retry-After` seconds.',
  REQUEST_TIMEOUT: 'The request took too long. Stream the answer, or request fewer tokens.',
};

/** The meaning of a code, as spelled in a document. */
export function meaningOf(code: string): string {
  return CODE_MEANINGS[code as ErrorCode] ?? '';
}
