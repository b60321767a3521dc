import { isApiError } from '../../../core/errors';
import type { ImageEditor, ImageModel, ImageResult } from '../../image-spec';
import type { ImageRequests } from '../../kit/images/ask';
import type { VendorUpstream } from '../vendor';
import { google } from '../kinds/google';
import { readGoogleRefusal } from './read-refusal';
import { drawWithGemini, editWithGemini } from './gemini';
import { drawWithImagen } from './imagen';

/** A Google upstream with its key. */
export type GoogleUpstream = Extract<VendorUpstream, { kind: 'anthropic' | 'google' }>;

/** What an image model of Google gets: the address of a method of its model, and what its requests have in common. */
export type GoogleCall = { url: (method: string) => string; requests: ImageRequests };

/** Drawing by Google: Imagen by its own method, all others by Gemini's. @throws see `ImageModel` */
export function googleDraw(upstream: GoogleUpstream): ImageModel {
  return (call) => {
    const target = targetOf(upstream, call);
    return refusedContent(call.model.startsWith('imagen') ? drawWithImagen(call, target) : drawWithGemini(call, target));
  };
}

/** Editing by Google's Gemini models. @throws see `ImageEditor` */
export function googleEdit(upstream: GoogleUpstream): ImageEditor {
  return (call) => refusedContent(editWithGemini(call, targetOf(upstream, call)));
}

function targetOf(
  upstream: GoogleUpstream,
  { model, account, signal }: { model: string; account?: string; signal: AbortSignal },
): GoogleCall {
  const address = google.addressOf(upstream);
  const { host, hostname } = new URL(address);
  const secrets = [...google.secretsOf(upstream), address, host, hostname];
  const { times } = upstream;
  const headers = { 'x-goog-api-key': upstream.apiKey };
  const identity = { provider: upstream.id, model, secrets };
  return {
    url: (method) => `${address}/models/${encodeURIComponent(model)}:${method}`,
    requests: { identity, headers, times, account, signal, readRefusal: readGoogleRefusal },
  };
}

/** No image for refused content, which is not paid. */
async function refusedContent(result: Promise<ImageResult>): Promise<ImageResult> {
  try {
    return await result;
  } catch (thrown) {
    if (isApiError(thrown) && thrown.code === 'CONTENT_POLICY_VIOLATION') return { image: null };
    throw thrown;
  }
}
