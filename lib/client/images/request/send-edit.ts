import { headerName } from '../../../core/service-name';
import { reportSignedOut, sendJson } from '../../api';
import { apiFailure, isRecord, offlineFailure, readFailure } from '../../failure';
import { imageOfBase64 } from '../files/base64';
import type { EditWork } from '../types';
import { acceptedOf, type Accepted } from './stream-images';

/** An edited image. */
export type EditedImage = {
  file: Blob;
  blurred: boolean;
  violation: boolean;
  notApplied: string[];
};

/** An edit with the file of its image. */
type FileWork = EditWork & { image: Blob };

/** How to send an edit. */
type SendEdit = {
  modelId: string;
  safeMode: boolean;
  key: string;
  /** The service's name as used in header names. */
  serviceId: string;
  signal: AbortSignal;
  /** Called when the response begins: from then on the edit is paid for. */
  onAccepted: (accepted: Accepted) => void;
};

/**
 * Edits, enlarges, or cuts out an image. Once the response begins, aborting has no effect.
 * @throws ApiFailure; the signal's reason if the caller aborted
 */
export async function sendEdit(work: FileWork, request: SendEdit): Promise<EditedImage> {
  const { path, form, answersJson } = formOf(work, request);
  const { key, serviceId } = request;
  const response = await untilBegun(request.signal, (signal) =>
    sendJson(path, { method: 'POST', body: form, idempotencyKey: key, signal }),
  );
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const { headers } = response;
  const accepted = acceptedOf(response);
  const { requestId } = accepted;
  request.onAccepted(accepted);
  const flag = (name: string) => headers.get(headerName(name, serviceId)) === 'true';
  const file = await (answersJson ? readJsonImage(response) : response.blob()).catch(() => {
    throw offlineFailure(requestId);
  });
  if (file === null || !file.type.startsWith('image/')) {
    throw apiFailure({ status: 200, code: 'UNREADABLE', message: 'The answer contains no image.', requestId });
  }
  const notApplied = headers.get(headerName('x-svc-not-applied', serviceId))?.split(', ') ?? [];
  return {
    file,
    blurred: flag('x-svc-is-blurred'),
    violation: flag('x-svc-is-content-violation'),
    notApplied,
  };
}

/** Sends with a signal that aborts only until the response has begun: after that, its body is paid for. */
async function untilBegun(signal: AbortSignal, send: (signal: AbortSignal) => Promise<Response>): Promise<Response> {
  signal.throwIfAborted();
  const sending = new AbortController();
  const stop = () => sending.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await send(sending.signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The request of an edit. Only the one in OpenAI's layout takes a mask; it answers with JSON. */
function formOf(
  { type, image, mask, prompt, scale = 2 }: FileWork,
  { modelId, safeMode }: SendEdit,
): { path: string; form: FormData; answersJson: boolean } {
  const form = new FormData();
  form.set('image', image, `image.${image.type.slice('image/'.length) || 'png'}`);
  if (type === 'cutout') return { path: '/api/v1/image/background-remove', form, answersJson: false };
  if (type === 'upscale') {
    form.set('scale', String(scale));
    return { path: '/api/v1/image/upscale', form, answersJson: false };
  }
  form.set('prompt', prompt);
  form.set('model', modelId);
  if (!mask) {
    form.set('safe_mode', String(safeMode));
    return { path: '/api/v1/image/edit', form, answersJson: false };
  }
  form.set('mask', mask, 'mask.png');
  form.set('response_format', 'b64_json');
  form.set('moderation', safeMode ? 'auto' : 'low');
  return { path: '/api/v1/images/edits', form, answersJson: true };
}

async function readJsonImage(response: Response): Promise<Blob | null> {
  const body: unknown = await response.json();
  const first: unknown = isRecord(body) && Array.isArray(body.data) ? body.data[0] : null;
  return isRecord(first) && typeof first.b64_json === 'string' ? imageOfBase64(first.b64_json) : null;
}
