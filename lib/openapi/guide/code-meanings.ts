import type { ErrorCode } from '../../core/errors';

/** What each error code says, and what to do about it. */
const CODE_MEANINGS: Record<ErrorCode, string> = {
  INVALID_REQUEST: 'A field is wrong. `issues` names each one with what is right: mend them, then send it again.',
  INVALID_MODEL: 'The model cannot do this. Choose one from `GET /models`.',
  REQUEST_ID_NOT_FOUND: 'No job of yours has this id.',
  INVALID_AUDIO_FORMAT: 'Send the audio in another container.',
  INVALID_VIDEO_FORMAT: 'Send the video in another container.',
  INVALID_IMAGE_FORMAT: 'Send the image as PNG, JPEG or WebP.',
  INVALID_FILE_SIZE: 'The file is empty or too large.',
  CORRUPTED_IMAGE: 'The image cannot be read.',
  IMAGE_TOO_SMALL: 'The image has too few pixels.',
  TOO_MANY_TOKENS: 'The prompt is longer than the model’s context. Shorten it or choose a model with a longer one.',
  PAYMENT_HEADER_NOT_ACCEPTED: 'Payment headers have no place here: leave them out.',
  AUTHENTICATION_FAILED: 'The key is unknown, ended or expired. Create another one under [Keys](/keys).',
  AUTHENTICATION_FAILED_INACTIVE_KEY: 'The key’s subscription has ended.',
  ADMIN_KEY_REQUIRED: 'An INFERENCE key cannot do this: use one of type ADMIN.',
  PRO_ONLY_MODEL: 'The model is for Pro accounts. Choose another one.',
  INSUFFICIENT_BALANCE: 'The credit does not cover the request. Add credit or ask for fewer tokens.',
  API_KEY_USD_SPEND_LIMIT_EXCEEDED:
    'The key’s own limit in USD is reached: raise it; one per day or month begins anew by itself.',
  API_KEY_DIEM_SPEND_LIMIT_EXCEEDED:
    'The key’s own limit in DIEM is reached: raise it; one per day or month begins anew by itself.',
  PAYMENT_REQUIRED: 'The request has no credential. Send a key; the body says where to get one.',
  UNAUTHORIZED: 'The key may not do this: its privacy setting excludes the model, or a signature is not right.',
  API_ACCESS_DISABLED: 'The account is blocked. Ask the operator.',
  X402_WALLET_MISMATCH: 'This belongs to another wallet.',
  NOT_FOUND: 'There is nothing at this path.',
  MODEL_NOT_FOUND: 'No model has this name. `GET /models` lists them.',
  CHARACTER_NOT_FOUND: 'No character has this slug. `GET /characters` lists them.',
  MEDIA_NOT_FOUND: 'The file is not here, or not any more.',
  METHOD_NOT_ALLOWED: 'The path has other methods: `Allow` names them.',
  REQUEST_BODY_TIMEOUT: 'The body came too slowly. Send it again.',
  CONFLICT: 'The first request with this `Idempotency-Key` is still running: wait, then ask again with the same key.',
  GONE: 'It is retired. The text names what to use instead.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 35 MB, or a file in it larger than 25 MB.',
  INVALID_CONTENT_TYPE: 'Send `Content-Type: application/json`.',
  EXPECTATION_FAILED: 'Leave the `Expect` header out.',
  MISDIRECTED_REQUEST: 'The service is not known under this host name.',
  VIDEO_DURATION_TOO_LONG: 'The video is too long.',
  VIDEO_DURATION_TOO_SHORT: 'The video is too short.',
  IMAGE_TOO_LARGE: 'The image has too many pixels.',
  CONTENT_POLICY_VIOLATION: 'The model’s rules of content refuse this.',
  ASR_UPSTREAM_VALIDATION_FAILED: 'The recording cannot be transcribed.',
  RATE_LIMIT_EXCEEDED: 'Too many requests. Wait `Retry-After` seconds; see [rate limits](/docs/rate-limits).',
  MODEL_OVERLOADED: 'The model’s backend is at its limit. Wait `Retry-After` seconds, or use another model.',
  X402_CONCURRENCY_LIMIT: 'The wallet has five requests under way. Wait for one of them.',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'Send fewer or shorter headers.',
  INFERENCE_FAILED: 'The model failed. Nothing was charged unless output had come: try again.',
  UPSCALE_FAILED: 'The image could not be made larger. Nothing was charged.',
  IMAGE_EDIT_ERROR: 'The image could not be changed. Nothing was charged.',
  UNKNOWN_ERROR: 'A fault of the service. Tell the operator the `cf-ray` of the answer.',
  ASR_UPSTREAM_FAILED: 'The transcription failed. Nothing was charged.',
  NOT_READY: 'The service is starting or stopping. Wait `Retry-After` seconds.',
  MODEL_OFFLINE: 'The model does not answer now. Wait, or use another one.',
  MODEL_AT_CAPACITY: 'The model’s queue is full. Wait `Retry-After` seconds.',
  REQUEST_TIMEOUT: 'It took too long. Stream the answer, or ask for less.',
};

/** The words of a code as a document spells it. */
export function meaningOf(code: string): string {
  return CODE_MEANINGS[code as ErrorCode] ?? '';
}
