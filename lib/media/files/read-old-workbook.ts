/** Workbooks of Excel's binary formats (XLS), which officeparser does not read. */
import type { CellObject, ParsingOptions, WorkBook, WorkSheet } from '@e965/xlsx';
import type { Enough, Extracted } from './extracted';
import { withoutGaps } from './read-office';

const OPTIONS: ParsingOptions = {
  // Rows without cells take no memory, however far away a sheet's last cell is.
  dense: true,
  dateNF: 'yyyy-mm-dd',
  cellFormula: false,
  cellHTML: false,
};

/**
 * Markdown of a workbook: each sheet under its name, as a table of what its cells show.
 * @returns `protected` if a password is needed, `damaged` if it cannot be read
 */
export async function readOldWorkbook(bytes: Uint8Array, isEnough: Enough): Promise<Extracted> {
  const { read } = await loadSheetReader();
  let workbook: WorkBook;
  try {
    workbook = read(bytes, OPTIONS);
  } catch (thrown) {
    return { problem: thrown instanceof Error && /password/i.test(thrown.message) ? 'protected' : 'damaged' };
  }
  let text = '';
  for (const name of workbook.SheetNames) {
    for (const line of linesOf(name, workbook.Sheets[name])) {
      if (isEnough(text)) return { text, isCut: true };
      text += line;
    }
  }
  return { text };
}

/**
 * Loads the parser, and the code pages of workbooks that are older than Unicode.
 * @throws Error if it cannot be loaded, which is not the file's fault
 */
export async function loadSheetReader() {
  const [reader, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  reader.set_cptable(codePages);
  return reader;
}

function* linesOf(name: string, sheet: WorkSheet | undefined): Generator<string> {
  const rows: CellObject[][] = sheet?.['!data'] ?? [];
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return;
  yield `## ${name}\n\n`;
  let isFirst = true;
  for (const row of rows) {
    if (!row) continue;
    yield lineOf(Array.from({ length: width }, (_, column) => textOf(row[column])));
    if (isFirst) yield lineOf(Array.from({ length: width }, () => '---'));
    isFirst = false;
  }
  yield '\n';
}

const lineOf = (cells: string[]): string => `${withoutGaps(`| ${cells.join(' | ')} |`)}\n`;

/** What a cell shows, on one line and without a table's own sign. */
function textOf(cell: CellObject | undefined): string {
  const shown = cell?.w ?? String(cell?.v ?? '');
  return shown.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
