import { z } from 'zod';
import { guardedFetch } from '../../../platform/network/guarded-fetch';
import type { EncodedImage, ImageResult } from '../../image-spec';
import { askBytes, type ImageRequests, MAX_ANSWER_BYTES } from '../../kit/images/ask';
import { readBase64Image, readImage } from '../../kit/images/read-image';
import { inferenceFailed, mapFailure, mapRefusal } from '../../kit/map-error';
import { refusalOf } from '../answer/read-refusal';
import { WireError } from '../answer/wire-error';
import type { OpenAiCompatible } from '../upstream';

/** How long fetching an image from another server may take. */
const FETCH_MS = 60_000;
const MAX_REDIRECTS = 3;

const Text = z.string().min(1).nullish().catch(null);

/** What is read of an answer. */
const Answer = z.object({
  data: z.array(z.object({ b64_json: Text, url: Text, revised_prompt: Text, seed: z.int().nullish().catch(null) })),
});

/** An error in a body of status 200. */
const Failed = z.object({ error: WireError });

/**
 * The image of an answer, fetched if it came as an address: only from the server itself, with its key, or from the
 * public network.
 * @throws ApiError INFERENCE_FAILED without an image; as `mapRefusal` if the answer is an error
 */
export async function readAnswer(
  answer: unknown,
  upstream: OpenAiCompatible,
  requests: ImageRequests,
): Promise<ImageResult> {
  const failed = Failed.safeParse(answer);
  if (failed.success) throw mapRefusal(refusalOf(failed.data.error), requests.identity);
  const parsed = Answer.safeParse(answer);
  const [first] = parsed.data?.data ?? [];
  const { b64_json: base64, url, revised_prompt: revisedPrompt, seed } = first ?? {};
  if (!base64 && !url) throw inferenceFailed(new Error('The upstream sent no image.'));
  return {
    image: base64 ? await readBase64Image(base64, requests) : await readAddress(url ?? '', upstream, requests),
    ...(revisedPrompt && { revisedPrompt }),
    ...(typeof seed === 'number' && { seed }),
  };
}

async function readAddress(url: string, upstream: OpenAiCompatible, requests: ImageRequests): Promise<EncodedImage> {
  if (url.startsWith('data:')) return readBase64Image(url, requests);
  const base = new URL(upstream.baseUrl);
  // Some servers leave out their own origin.
  if (!URL.canParse(url, base)) throw inferenceFailed(new Error('The upstream sent an invalid address.'));
  const address = new URL(url, base);
  if (address.origin === base.origin) return readImage(await askBytes({ url: address.href }, requests));
  try {
    const { status, body } = await guardedFetch({
      url: address.href,
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: MAX_REDIRECTS,
      wholeMs: FETCH_MS,
      signal: requests.signal,
    });
    if (status !== 200) throw inferenceFailed(new Error(`The address of the image answered ${status}.`));
    return readImage(body);
  } catch (thrown) {
    throw mapFailure(thrown, requests.identity, requests.signal);
  }
}
