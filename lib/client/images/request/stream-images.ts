import { reportSignedOut, sendJson } from '../../api';
import { apiFailure, isApiFailure, isRecord, offlineFailure, readFailure, type ApiFailure } from '../../failure';
import { readEvents } from '../../read-events';
import { imageOfBase64 } from '../files/base64';
import type { ImageReceipt } from '../types';
import type { GenerateBody } from './generate-body';

/** One finished image of a response. */
export type DrawnImage = { file: Blob; seed: number | null; blurred: boolean; violation: boolean };

/** An image of a request that could not be drawn. It is not charged, unless its code is `UNREADABLE`. */
export type FailedImage = { variant: number; code: string; message: string };

/** How a response begins. */
export type Accepted = {
  /** The request that the response answers, which has the receipt: of a repeat, the first one. */
  requestId: string | null;
};

/** What a request for images yields: its acceptance, progress of single variants, and at the end the result. */
export type ImageEvent =
  | ({ type: 'accepted' } & Accepted)
  | { type: 'progress'; variant: number; share: number; preview: string | undefined }
  | {
      type: 'result';
      /** At least one. */
      images: DrawnImage[];
      failed: FailedImage[];
      notApplied: string[];
      receipt: ImageReceipt | null;
    };

/** Four large images in base64 are one event. */
const LONGEST_EVENT_CHARACTERS = 200_000_000;

/**
 * Draws images and yields their progress.
 * @param key the Idempotency-Key of the request
 * @throws ApiFailure, also if the stream breaks off (code `OFFLINE`); the signal's reason if the caller aborted
 */
export async function* streamImages(
  body: GenerateBody,
  { key, signal }: { key: string; signal: AbortSignal },
): AsyncGenerator<ImageEvent, void, undefined> {
  const response = await sendJson('/api/console/images/generate', {
    method: 'POST',
    body,
    idempotencyKey: key,
    signal,
  });
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const { requestId } = acceptedOf(response);
  yield { type: 'accepted', requestId };
  if (!response.body) throw offlineFailure(requestId);
  try {
    for await (const data of readEvents(response.body, LONGEST_EVENT_CHARACTERS)) {
      const event = eventOf(data, requestId);
      if (event === null) continue;
      yield event;
      if (event.type === 'result') return;
    }
  } catch (cause) {
    if (signal.aborted || isApiFailure(cause)) throw cause;
    throw offlineFailure(requestId);
  }
  // The stream ended without a result.
  throw offlineFailure(requestId);
}

/** Which request a response answers. */
export function acceptedOf({ headers }: Response): Accepted {
  return { requestId: headers.get('original-request') ?? headers.get('cf-ray') };
}

/** Reads one event; null for one that this page does not know. @throws ApiFailure if it is an error or unreadable */
export function eventOf(data: string, requestId: string | null): ImageEvent | null {
  if (data === '[DONE]') return null;
  const event = parse(data, requestId);
  if (event.error !== undefined) throw frameFailure(event.error, requestId);
  if (event.type === 'progress') {
    const { variant, share, preview } = event;
    return {
      type: 'progress',
      variant: numberOf(variant) ?? 0,
      share: Math.min(Math.max(numberOf(share) ?? 0, 0), 1),
      preview: typeof preview === 'string' && preview.startsWith('data:image/') ? preview : undefined,
    };
  }
  return event.type === 'result' ? resultOf(event, requestId) : null;
}

function resultOf(event: Record<string, unknown>, requestId: string | null): ImageEvent {
  const answer = isRecord(event.answer) ? event.answer : {};
  const texts = (Array.isArray(answer.images) ? answer.images : []).filter((one) => typeof one === 'string');
  const seeds: unknown[] = Array.isArray(event.seeds) ? event.seeds : [];
  const safety: unknown[] = Array.isArray(event.safety) ? event.safety : [];
  const read = texts.map((base64, at): DrawnImage | FailedImage => {
    const checked = safety[at];
    const flags = isRecord(checked) ? checked : {};
    const file = decode(base64);
    // The others of the request are paid for, too, and are kept.
    if (file === null) return { variant: at, code: 'UNREADABLE', message: 'The image cannot be decoded.' };
    return {
      file,
      seed: numberOf(seeds[at]),
      blurred: flags.blurred === true,
      violation: flags.contentViolation === true,
    };
  });
  const images = read.flatMap((one) => ('file' in one ? [one] : []));
  if (images.length === 0) throw unreadable(requestId);
  const failed = [...failedOf(answer.missing), ...read.flatMap((one) => ('file' in one ? [] : [one]))];
  const notApplied = (Array.isArray(event.notApplied) ? event.notApplied : []).filter((one) => typeof one === 'string');
  const blocked = images.filter(({ violation }) => violation).length;
  return { type: 'result', images, failed, notApplied, receipt: receiptOf(event.receipt, texts.length - blocked) };
}

/** The images that the answer says are missing. */
function failedOf(value: unknown): FailedImage[] {
  return (Array.isArray(value) ? value.filter(isRecord) : []).map(({ variant, code, error }) => ({
    variant: numberOf(variant) ?? 0,
    code: typeof code === 'string' ? code : 'UNKNOWN_ERROR',
    message: typeof error === 'string' ? error : 'The model failed.',
  }));
}

function receiptOf(value: unknown, images: number): ImageReceipt | null {
  if (!isRecord(value) || typeof value.requestId !== 'string') return null;
  const { costUsd } = value;
  const cost = typeof costUsd === 'string' ? costUsd : (numberOf(costUsd)?.toFixed(9) ?? null);
  if (cost === null) return null;
  return { requestId: value.requestId, cost, currency: value.currency === 'DIEM' ? 'DIEM' : 'USD', images };
}

function decode(base64: string): Blob | null {
  try {
    return imageOfBase64(base64);
  } catch {
    return null;
  }
}

function parse(data: string, requestId: string | null): Record<string, unknown> {
  try {
    const event: unknown = JSON.parse(data);
    if (isRecord(event)) return event;
  } catch {
    // Falls through to the failure below.
  }
  throw unreadable(requestId);
}

const unreadable = (requestId: string | null): ApiFailure =>
  apiFailure({ code: 'UNREADABLE', message: 'A part of the answer could not be read.', requestId });

/** The failure in an event: as an object with code and message, or as a sentence. */
function frameFailure(error: unknown, requestId: string | null): ApiFailure {
  const { code, message, retry_after: retryAfter } = isRecord(error) ? error : { message: error };
  return apiFailure({
    status: 200,
    code: typeof code === 'string' ? code : 'UNKNOWN_ERROR',
    message: typeof message === 'string' ? message : 'The model failed.',
    retryAfterSeconds: typeof retryAfter === 'number' ? Math.ceil(retryAfter) : null,
    requestId,
  });
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
