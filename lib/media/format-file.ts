/** How the text of a caller's file is written in a prompt. */

/** A file's text between two marks that it cannot contain itself. */
export function formatFile(name: string, text: string): string {
  return `<file name="${plain(name)}">\n${text.replace(/<\/file>/gi, '<\\/file>').trim()}\n</file>`;
}

/** Replaces a file that could not be read. @param failure from `extractText` */
export function failureNote(name: string, failure: string): string {
  return `[The file ${plain(name)} could not be read: ${failure}.]`;
}

/** The name on one line and without the characters of the marks. */
function plain(name: string): string {
  return name.replace(/[\s\p{Cc}"<>[\]]+/gu, ' ').trim() || 'file';
}
