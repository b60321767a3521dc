import { z } from 'zod';
import type { ImageResult } from '../image-spec';
import type { ImageRequests } from '../kit/images/ask';
import { readBase64Image } from '../kit/images/read-image';
import { inferenceFailed } from '../kit/map-error';

/** What is read of an answer: images as base64, and what was used, as JSON text. */
const Answer = z.object({
  images: z.array(z.string()).min(1),
  info: z.unknown().optional(),
});
const Info = z.object({ seed: z.int() });

/** The image of an answer to `txt2img` or `img2img`. @throws ApiError INFERENCE_FAILED without an image */
export async function readDrawn(answer: unknown, requests: ImageRequests): Promise<ImageResult> {
  const parsed = Answer.safeParse(answer);
  const [first] = parsed.data?.images ?? [];
  if (first === undefined) throw inferenceFailed(new Error('The upstream sent no image.'));
  const seed = seedOf(parsed.data?.info);
  return { image: await readBase64Image(first, requests), ...(seed !== undefined && { seed }) };
}

/** The seed that was used; undefined if the server does not say. */
function seedOf(info: unknown): number | undefined {
  try {
    const value: unknown = typeof info === 'string' ? JSON.parse(info) : info;
    return Info.safeParse(value).data?.seed;
  } catch {
    return undefined;
  }
}
