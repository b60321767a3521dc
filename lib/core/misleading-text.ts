/** Halves of characters, which show as nothing or as a mark, and what turns the direction of the text around it. */
const MISLEADING = /[\p{Cs}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text would show otherwise than it was written, or change how what stands beside it shows. */
export function hasMisleadingMarks(text: string): boolean {
  return MISLEADING.test(text);
}

/** The words for whoever wrote it. */
export const MISLEADING_WORDS = 'Must not contain halves of characters or marks that turn the direction of text';
