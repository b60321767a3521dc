/** How much text the cells of a workbook take from its shared strings (ECMA-376 part 1, 18.4). */

/** The text that may still be taken, and the length of each shared string. */
export type SharedText = { lengths: SharedLengths; left: number };

/** The lengths of the shared strings; `otherwise` is used for a string of unknown length. */
type SharedLengths = { known: number[]; otherwise: number };

/** A table with more strings is too large for the reader anyway. */
const MAX_KNOWN_STRINGS = 4_000_000;
/** A byte order mark or a blank line. */
const MAX_BEFORE_DECLARATION = 4;
/** How comments and literal text begin and end. */
const HIDDEN: [open: string, close: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];
const STRING_TAG = /<(\/?)((?:\w{1,40}:)?)si(?=[\s/>])/g;
/** Cells and their values. Only the start of each tag, so that none is scanned for its end twice. */
const CELL_OR_VALUE_TAG = /<(?:\w{1,40}:)?([cv])\b/g;
/**
 * In any spelling that an XML parser may accept; of two types in a tag the shared one counts, and so does an escaped
 * one.
 */
const SHARED_TYPE = /t\s*=\s*["']\s*(?:s\s*["']|&)/;

/** The approximate length of each shared string: its markup counts too. */
export function sharedLengths(table: string): SharedLengths {
  const known: number[] = [];
  // If comments, prefixes or nesting could make a parser count other strings, each one may be the whole table.
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

/** Whether comments or the like contain what looks like tags of strings. */
function hidesMarkup(table: string): boolean {
  // An XML declaration is the only instruction that is expected.
  if (table.lastIndexOf('<?') > MAX_BEFORE_DECLARATION) return true;
  for (let at = table.indexOf('<!'); at >= 0; at = table.indexOf('<!', at)) {
    const close = HIDDEN.find(([open]) => table.startsWith(open, at))?.[1];
    const end = close === undefined ? -1 : table.indexOf(close, at);
    if (end < 0 || /[</:]si/.test(table.slice(at, end))) return true;
    at = end;
  }
  return false;
}

/** Takes the text of a sheet's cells. Returns the start of the first cell that exceeds the limit; else -1. */
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
      // A tag inside a tag is not XML, and parsers may read it in any way.
      isShared = (next > 0 && next < end) || SHARED_TYPE.test(sheet.slice(index, end));
    } else if (isShared && end > counted) {
      counted = end;
      shared.left -= lengthOfValue(sheet, end + 1, shared.lengths);
      if (shared.left < 0) return cell;
    }
  }
  return -1;
}

/** The length of the shared string whose number is at an index of the sheet. */
function lengthOfValue(sheet: string, from: number, { known, otherwise }: SharedLengths): number {
  const end = sheet.indexOf('<', from);
  const value = sheet.slice(from, end < 0 ? sheet.length : end);
  // Without a radix, like the reader.
  const number = Number.parseInt(value);
  return known[number] ?? otherwise;
}
