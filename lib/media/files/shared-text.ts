/** How much text the cells of a workbook take from its table of shared strings (ECMA-376 part 1, 18.4). */

/** The text that may still be taken, and how long each shared string is. */
export type SharedText = { lengths: SharedLengths; left: number };

/** The lengths of a table's strings; `otherwise` counts for a string whose own length is unknown. */
type SharedLengths = { known: number[]; otherwise: number };

/** A table of more strings is too large for the reader anyway. */
const MAX_KNOWN_STRINGS = 4_000_000;
/** A byte order mark or a blank line. */
const MAX_BEFORE_DECLARATION = 4;
/** How comments and literal text begin and end. */
const HIDDEN: [open: string, close: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];
const STRING_TAG = /<(\/?)((?:\w{1,40}:)?)si(?=[\s/>])/g;
/** Cells and their values. Only the beginnings of tags, so that none is searched for its end twice. */
const CELL_OR_VALUE_TAG = /<(?:\w{1,40}:)?([cv])\b/g;
/** As any XML parser may read it; of two types in a tag the shared one counts, and so does one that is escaped. */
const SHARED_TYPE = /t\s*=\s*["']\s*(?:s\s*["']|&)/;

/** About how long each shared string of a table is: its markup counts as well. */
export function sharedLengths(table: string): SharedLengths {
  const known: number[] = [];
  // Where comments, prefixes or nesting could make a parser count other strings, each one may be all of the table.
  const unknown = { known: [], otherwise: table.length };
  if (hidesMarkup(table)) return unknown;
  let start = -1;
  let end = -1;
  let prefix: string | undefined;
  for (const { index, 1: slash, 2: own } of table.matchAll(STRING_TAG)) {
    prefix ??= own;
    if (own !== prefix || index < end || Boolean(slash) !== start >= 0) return unknown;
    end = table.indexOf('>', index);
    if (end < 0) return unknown;
    if (slash) known.push(index - start);
    else if (table[end - 1] === '/') known.push(end - index);
    start = slash || table[end - 1] === '/' ? -1 : index;
    if (known.length >= MAX_KNOWN_STRINGS) return { known, otherwise: table.length };
  }
  return start < 0 ? { known, otherwise: 0 } : unknown;
}

/** Whether comments or the like hold what looks like tags of strings. */
function hidesMarkup(table: string): boolean {
  // An XML declaration is the only one of its kind that is expected.
  if (table.lastIndexOf('<?') > MAX_BEFORE_DECLARATION) return true;
  for (let at = table.indexOf('<!'); at >= 0; at = table.indexOf('<!', at)) {
    const close = HIDDEN.find(([open]) => table.startsWith(open, at))?.[1];
    const end = close === undefined ? -1 : table.indexOf(close, at);
    if (end < 0 || /[</:]si/.test(table.slice(at, end))) return true;
    at = end;
  }
  return false;
}

/** Takes the text of a sheet's cells. Where it is too much, returns the start of the first cell that is; else -1. */
export function takeSharedText(sheet: string, shared: SharedText): number {
  let cell = 0;
  let isShared = false;
  let end = -1;
  let counted = -1;
  for (const { index, 1: name } of sheet.matchAll(CELL_OR_VALUE_TAG)) {
    if (end < index) end = sheet.indexOf('>', index);
    if (end < 0) return -1;
    if (name === 'c') {
      cell = index;
      const next = sheet.indexOf('<', index + 1);
      // A tag within a tag is no XML, and nobody knows what a parser makes of it.
      isShared = (next > 0 && next < end) || SHARED_TYPE.test(sheet.slice(index, end));
    } else if (isShared && end > counted) {
      counted = end;
      shared.left -= lengthOfValue(sheet, end + 1, shared.lengths);
      if (shared.left < 0) return cell;
    }
  }
  return -1;
}

/** The length of the shared string whose number stands at an index of the sheet. */
function lengthOfValue(sheet: string, from: number, { known, otherwise }: SharedLengths): number {
  const end = sheet.indexOf('<', from);
  const value = sheet.slice(from, end < 0 ? sheet.length : end);
  // Without a radix, as the reader does it.
  const number = Number.parseInt(value);
  return known[number] ?? otherwise;
}
