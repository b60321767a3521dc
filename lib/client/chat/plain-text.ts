/** Opens or closes a code block; it may be indented, in a list. */
const CODE_BLOCK = /^[ \t]*(`{3,9}|~{3,9})[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const INLINE_CODE = /(`{1,3}[^`\n]{1,1000}`{1,3})/;

/** A row of a table, whose bars are between its cells; any other bar is text. */
const TABLE_ROW = /^[ \t]*\|[^\n]*$/gm;

/** Outside of code. Each has a bound or no choice, so that the time grows with the length of the text only. */
const SYNTAX: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The line under the head of a table, and rulers.
  [/^[ \t|:*_-]+$/gm, ''],
  [/<br\s?\/?>/gi, ' '],
  // Footnotes, links, and images: their text. Addresses of references: nothing.
  [/^[ \t]{0,3}\[\^[^\]\n]{1,300}\]:[ \t]*/gm, ''],
  [/^[ \t]{0,3}\[[^\]\n]{1,300}\]:[^\n]*$/gm, ''],
  [/\[\^[^\]\n]{1,300}\]/g, ''],
  [/!?\[([^\]\n]{0,300})\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,300}\])/g, '$1'],
  [/<(https?:[^>\s]{1,2000})>/g, '$1'],
  // What a line begins and ends with: headings, quotes, lists, tasks.
  [/^[ \t]*(?:(?:#{1,6}|>|[-*+])[ \t]+)+(?:\[[ xX]\][ \t]+)?/gm, ''],
  [/[ \t]#+$/gm, ''],
  // Emphasis; neither `2*3` nor `snake_case`.
  [/(?<![\p{L}\p{N}\\])[*_~]{1,3}(?=\S)/gu, ''],
  [/(?<=[^\s\\])[*_~]{1,3}(?![\p{L}\p{N}])/gu, ''],
  [/\$\$|\\[()[\]]/g, ' '],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
];

/**
 * Markdown on one line, without its syntax, for a screen reader or a list.
 * @param code what stands for a code block: its code, or its name
 */
export function plainText(markdown: string, code: 'kept' | 'named'): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index, 0: block, 2: inside = '' } of markdown.matchAll(CODE_BLOCK)) {
    pieces.push(outsideBlocks(markdown.slice(done, index)), code === 'kept' ? inside : 'Code.');
    done = index + block.length;
  }
  pieces.push(outsideBlocks(markdown.slice(done)));
  return pieces.join(' ').replace(/\s+/g, ' ').trim();
}

function outsideBlocks(text: string): string {
  const pieces = text.replace(TABLE_ROW, cellsOf).split(INLINE_CODE);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece.replace(/^`+|`+$/g, '') : withoutSyntax(piece))).join('');
}

/** The cells of a row. A bar inside of one is escaped, also in code. */
function cellsOf(row: string): string {
  return row.replace(/\\?\|/g, (bar) => (bar === '|' ? ' ' : '|'));
}

function withoutSyntax(text: string): string {
  return SYNTAX.reduce((plain, [pattern, replacement]) => plain.replace(pattern, replacement), text);
}
