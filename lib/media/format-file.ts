/** How the text of a caller's file stands in a prompt. */

/** A file's text between two marks that it cannot hold itself. */
export function formatFile(name: string, text: string): string {
  return `<file name="${plain(name)}">\n${text.replace(/<\/file>/gi, '<\\/file>').trim()}\n</file>`;
}

/** What stands for a file that could not be read. @param failure as `extractText` tells it */
export function failureNote(name: string, failure: string): string {
  return `[The file ${plain(name)} could not be read: ${failure}.]`;
}

/** The name on one line and without what the marks are made of. */
function plain(name: string): string {
  return name.replace(/[\s\p{Cc}"<>[\]]+/gu, ' ').trim() || 'file';
}
