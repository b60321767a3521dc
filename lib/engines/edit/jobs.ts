/** What the service and the editing process (`edit.child.ts`) send each other. */
import type { EditStep } from './step';

/** Sizes of encoded images that lie one after the other in a job's bytes. */
export type PartLengths = readonly number[];

/** An edit: the bytes are all images, the base first, and the mask, if there is one, last. */
export type EditJob = {
  bytes: Uint8Array;
  lengths: PartLengths;
  hasMask: boolean;
  steps: readonly EditStep[];
  /** `W:H` that the result must have. */
  ratio?: { width: number; height: number };
  /** The size that the result must have. */
  size?: { width: number; height: number };
  /** Path of the segmentation model's weights, if they are installed. */
  segmenter?: string;
};

/** Why an edit is refused; `detail` is for the message. */
export type EditProblem =
  | { type: 'undecodable' }
  | { type: 'missing_image'; image: number }
  | { type: 'characters'; characters: string }
  | { type: 'no_background' }
  | { type: 'opaque_mask' };

/** The result as PNG, or why there is none. */
export type EditAnswer =
  { bytes: Uint8Array; width: number; height: number; segmented: boolean } | { problem: EditProblem };

/** Larger images are reduced to this many pixels before they are edited. */
export const MAX_EDIT_PIXELS = 4_194_304;
/** No step makes a side smaller. */
export const MIN_SIDE = 16;
