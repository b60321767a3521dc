/**
 * Sheets of a workbook as readers see them: a date is stored as a number of days, and only the cell's style reveals it; true
 * and false are stored as 1 and 0.
 * Source: ECMA-376 part 1, 18.3 (cells), 18.8.30 (number formats).
 */
import type { Archive } from './read-archive';
import { sharedLengths, type SharedText, takeSharedText } from './shared-text';

/** Maximum XML read from all sheets, about 80,000 short rows; later rows are left out. */
const MAX_CHARACTERS = 10_000_000;
/** Maximum text that the cells of all sheets may take from the shared strings: each cell may use the longest one. */
const MAX_SHARED_CHARACTERS = 10_000_000;
/** Numbers of the built-in formats that show a date or a time. */
const DATE_FORMATS: [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const DAY_MS = 86_400_000;
/** Day 0 is two days before 1900: one because counting starts at 1, the other for a leap day that never existed. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
// No tag contains a `<`: if one is never closed, a search ends at the next tag and not at the end of the sheet.
const CELL = /<c( [^<>]*)>((?:<f[^<>]*>[^<]*<\/f>|<f[^<>]*\/>)?)<v>([^<]*)<\/v><\/c>/g;
/** A cell with 1 or 0 for true or false. */
const BOOLEAN = /<c((?: [^<>]*)?) t="b"([^<>]*)>(?:<f[^<>]*>[^<]*<\/f>|<f[^<>]*\/>)?<v>([01])<\/v><\/c>/g;
const STYLES_BEGIN = /<(?:\w{1,40}:)?cellXfs[^<>]*>/;
const STYLES_END = /<\/(?:\w{1,40}:)?cellXfs>/;

/** The sheets that change, by their names in the archive; `isCut` if rows were left out. */
export function plainSheets(archive: Archive): { sheets: Archive; isCut: boolean } {
  const text = (name: string): string => {
    const bytes = archive.get(name);
    return bytes ? new TextDecoder().decode(bytes) : '';
  };
  const dateStyles = dateStylesIn(text('xl/styles.xml'));
  const epoch = /<(?:\w{1,40}:)?workbookPr[^<>]* date1904="(1|true)"/.test(text('xl/workbook.xml'))
    ? EPOCH_1904
    : EPOCH_1900;
  const sheets: Archive = new Map();
  let isCut = false;
  let charactersLeft = MAX_CHARACTERS;
  const shared: SharedText = { lengths: sharedLengths(text('xl/sharedStrings.xml')), left: MAX_SHARED_CHARACTERS };
  for (const name of archive.keys()) {
    if (!SHEET.test(name)) continue;
    const whole = text(name);
    const rows = cutCells(cutRows(whole, charactersLeft), shared);
    charactersLeft = Math.max(0, charactersLeft - rows.length);
    isCut ||= rows !== whole;
    const dated = dateStyles.size > 0 ? withDates(rows, dateStyles, epoch) : rows;
    sheets.set(name, new TextEncoder().encode(withBooleans(dated)));
  }
  return { sheets, isCut };
}

/** Whole rows up to the limit. */
function cutRows(sheet: string, maxCharacters: number): string {
  if (sheet.length <= maxCharacters) return sheet;
  const end = sheet.lastIndexOf('</row>', maxCharacters);
  return end < 0 ? '<worksheet/>' : `${sheet.slice(0, end)}</row></sheetData></worksheet>`;
}

/** Whole cells up to the limit of shared text. */
function cutCells(sheet: string, shared: SharedText): string {
  const end = takeSharedText(sheet, shared);
  return end < 0 ? sheet : `${sheet.slice(0, end)}</row></sheetData></worksheet>`;
}

function withDates(sheet: string, dateStyles: Set<number>, epoch: number): string {
  return sheet.replace(CELL, (cell: string, attributes: string, _formula: string, value: string) => {
    const style = / s="(\d+)"/.exec(attributes)?.[1];
    // The text of other types than numbers is elsewhere.
    if (style === undefined || !dateStyles.has(Number(style)) || / t="(?!n")/.test(attributes)) return cell;
    const shown = dateOf(Number(value), epoch);
    return shown === null ? cell : textCell(attributes.replace(/ t="n"/, ''), shown);
  });
}

function withBooleans(sheet: string): string {
  return sheet.replace(BOOLEAN, (_cell, before: string, after: string, value: string) =>
    textCell(before + after, value === '1' ? 'TRUE' : 'FALSE'),
  );
}

function textCell(attributes: string, text: string): string {
  return `<c${attributes} t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Days as `2024-03-15`, `2024-03-15 08:30:00` or, below one, `08:30:00`; null if it is not a date. */
function dateOf(days: number, epoch: number): string | null {
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return null;
  // To the second: a fraction of a day is never exact.
  const written = new Date(Math.round((epoch + days * DAY_MS) / 1_000) * 1_000).toISOString();
  const date = written.slice(0, 10);
  const time = written.slice(11, 19);
  if (days < 1) return time;
  return time === '00:00:00' ? date : `${date} ${time}`;
}

/** The indexes of the cell styles whose number format shows a date or a time. */
function dateStylesIn(styles: string): Set<number> {
  const own = new Map<number, string>();
  for (const [format] of styles.matchAll(/<(?:\w{1,40}:)?numFmt [^<>]*>/g)) {
    own.set(Number(/ numFmtId="(\d+)"/.exec(format)?.[1]), / formatCode="([^"]*)"/.exec(format)?.[1] ?? '');
  }
  const begin = STYLES_BEGIN.exec(styles);
  const afterBegin = begin ? styles.slice(begin.index + begin[0].length) : '';
  const list = afterBegin.slice(0, Math.max(0, STYLES_END.exec(afterBegin)?.index ?? 0));
  const indexes = new Set<number>();
  for (const [index, [style]] of [...list.matchAll(/<(?:\w{1,40}:)?xf [^<>]*>/g)].entries()) {
    const format = Number(/ numFmtId="(\d+)"/.exec(style)?.[1] ?? 0);
    if (isDateFormat(format, own.get(format))) indexes.add(index);
  }
  return indexes;
}

function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
  // Colors, conditions, and quoted text may contain the letters of dates.
  const letters = code.replace(/&quot;.*?&quot;|\[(?![hms]+\])[^\]]*\]|[\\_*]./gi, '');
  return /[ymdhs]/i.test(letters) && !/general/i.test(letters);
}
