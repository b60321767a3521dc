/** Where a tag, a comment, or an instruction could begin, also together with a text that follows this one. */
const TAG_START = /<(?=[a-z/!?]|$)/gi;
const INLINE_MARKS = /[\\`*_[\]]/g;

/** Markdown whose text has no HTML in it: what a page shows as `<b>` is shown so by every renderer. */
export function escapeTags(markdown: string): string {
  return markdown.replace(TAG_START, '\\<');
}

/** A text of one line as Markdown that shows it unchanged. */
function escapeLine(text: string): string {
  return escapeTags(text.replace(/\s+/g, ' ').replace(INLINE_MARKS, '\\$&'));
}

/**
 * A text under its title as a heading, unless it already begins with it.
 * @param title plain text; empty if there is none
 */
export function withHeading(title: string, markdown: string): string {
  if (title === '') return markdown;
  const heading = escapeLine(title);
  const isTitled = [title, heading].some((form) => markdown.slice(0, form.length + MARK_CHARACTERS).includes(form));
  return isTitled ? markdown : `# ${heading}\n\n${markdown}`;
}

/** How much may precede the title at the start of a text: the mark of a heading, or of emphasis in it. */
const MARK_CHARACTERS = 20;
