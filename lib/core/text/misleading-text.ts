/**
 * Lone surrogates, which are shown as nothing or a replacement character, and controls that change the direction of the
 * text.
 */
const MISLEADING = /[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text would be displayed differently than written, or change how adjacent text is displayed. */
export function hasMisleadingMarks(text: string): boolean {
  return MISLEADING.test(text);
}

/** The validation message for such a text. */
export const MISLEADING_TEXT_MESSAGE = 'Must not contain lone surrogates or characters that change the text direction';
