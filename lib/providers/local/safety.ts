/** The check of images for adult content, which runs on this machine. */
import { classifyImage, INPUT_SIDE, requireSafetyModel } from '../../engines/safety/classify-image';
import type { JobCaller } from '../../platform/child/pool';

/**
 * From here on, an image counts as unsafe. The classifier's makers call scores below 0.2 safe and above 0.8 unsafe; what
 * lies between depends on the audience, and is shown.
 */
export const UNSAFE_SCORE = 0.8;

/** Side of a sample, in pixels: a border is cut off for the classifier, as in its training. */
const SAMPLE_SIDE = 256;
const BORDER = (SAMPLE_SIDE - INPUT_SIDE) / 2;

/**
 * Makes sure that images can be checked, before any is made.
 * @throws ApiError NOT_READY (503, `Retry-After`)
 */
export function requireAdultCheck(): void {
  requireSafetyModel();
}

/**
 * Checks an image for adult content. It never passes without having been checked.
 * @param sample the whole image, reduced to 256 × 256: RGB, three bytes per pixel
 * @throws ApiError as `classifyImage`
 */
export async function checkAdultContent(
  sample: Uint8Array,
  caller: JobCaller,
): Promise<{ isAdult: boolean; score: number }> {
  const { adult } = await classifyImage(centerOf(sample), caller);
  return { isAdult: adult >= UNSAFE_SCORE, score: adult };
}

function centerOf(sample: Uint8Array): Uint8Array {
  const center = new Uint8Array(INPUT_SIDE * INPUT_SIDE * 3);
  for (let row = 0; row < INPUT_SIDE; row += 1) {
    const from = ((row + BORDER) * SAMPLE_SIDE + BORDER) * 3;
    center.set(sample.subarray(from, from + INPUT_SIDE * 3), row * INPUT_SIDE * 3);
  }
  return center;
}
