/** What the editor says when it cannot do something. */
import { type ApiError, invalidField } from '../../core/errors';
import type { EditProblem } from './jobs';

/** What the editor can do, for people who asked for something else. */
const EDITOR_ABILITIES =
  'It adjusts brightness, contrast, saturation, warmth, and hue; makes images black and white, sepia, inverted, sharper, or blurred; adds vignette, grain, borders, rounded corners, and text in quotation marks; changes one color to another; crops, rotates, mirrors, and resizes; applies the style presets; removes, blurs, or replaces the background; and puts several images together. In pictures that its scene composer drew with `embed_exif_metadata: true`, it also adds, removes, and changes objects, time of day, weather, and place: send their file as it is.';

const MAX_SHOWN = 3;
const MAX_SHOWN_CHARACTERS = 120;

/** 400: instructions that the editor does not know, or that it can follow in composed pictures only. */
export function cannotDo(clauses: readonly string[]): ApiError {
  const shown = clauses.slice(0, MAX_SHOWN).map((clause) => `“${clause.slice(0, MAX_SHOWN_CHARACTERS)}”`);
  return invalidField(['prompt'], `This model cannot do ${shown.join(', ')}. ${EDITOR_ABILITIES}`);
}

/** 400: the prompt has no instruction. */
export function nothingToDo(): ApiError {
  return invalidField(['prompt'], `It has no instruction. ${EDITOR_ABILITIES}`);
}

/** 400: several images were sent, and the prompt says nothing about some of them. */
export function unusedImage(image: number, images: number): ApiError {
  const number = image + 1;
  return invalidField(
    ['prompt'],
    `It says nothing about image ${number} of ${images}. Say what to do with it: “put the images side by side”, “put image ${number} in the upper right corner”, “blend in image ${number}”, or “use image ${number} as the background”. Or leave it out: an instruction about one image is for the first`,
  );
}

/** 400: with a mask, the size and the position of everything must stay. */
export function notWithMask(clause: string): ApiError {
  return invalidField(
    ['prompt'],
    `With a mask, “${clause.slice(0, MAX_SHOWN_CHARACTERS)}” is not possible: it moves or resizes the image`,
  );
}

/** 400 for a problem that only showed while working. */
export function refusalOf(problem: EditProblem): ApiError {
  return invalidField([fieldOf(problem)], textOf(problem));
}

function fieldOf({ type }: EditProblem): string {
  if (type === 'missing_image' || type === 'characters') return 'prompt';
  return type === 'opaque_mask' ? 'mask' : 'image';
}

function textOf(problem: EditProblem): string {
  switch (problem.type) {
    case 'undecodable':
      return 'An image cannot be decoded';
    case 'missing_image':
      return `The prompt needs image ${problem.image + 1}, but it was not sent`;
    case 'characters':
      return `The text has characters that cannot be drawn: ${[...problem.characters].slice(0, 20).join(' ')}`;
    case 'no_background':
      return 'No background was found: the image has no object that stands out, or its background has too many colors';
    case 'opaque_mask':
      return 'The mask has no transparent part: nothing could change';
  }
}
