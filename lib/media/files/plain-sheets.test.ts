import { strFromU8, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { plainSheets } from './plain-sheets';

const STYLES = `<styleSheet><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
  <numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[hh]:mm"/>
  <numFmt numFmtId="167" formatCode="General"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"><alignment/></xf><xf numFmtId="164"/>
  <xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`;
const SHEET = 'xl/worksheets/sheet1.xml';

function shown(cells: string, more: Record<string, string> = {}): string {
  const sheet = `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
  const files = { 'xl/styles.xml': STYLES, [SHEET]: sheet, ...more };
  const { sheets } = plainSheets(new Map(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  return strFromU8(sheets.get(SHEET) ?? new Uint8Array(0)).replace(/^.*<row r="1">|<\/row>.*$/g, '');
}
const date = (text: string, attributes = '') => `<c r="A1"${attributes} t="inlineStr"><is><t>${text}</t></is></c>`;

describe('plainSheets', () => {
  it.each([
    ['1', '45000', '2023-03-15'],
    ['1', '45000.0', '2023-03-15'],
    ['2', '45000.354166666664', '2023-03-15 08:30:00'],
    ['3', '60', '1900-02-28'],
    ['3', '61', '1900-03-01'],
    ['5', '0.75', '18:00:00'],
    ['3', '2958465', '9999-12-31'],
  ])('style %s shows %s as %s', (style, value, text) => {
    expect(shown(`<c r="A1" s="${style}"><v>${value}</v></c>`)).toBe(date(text, ` s="${style}"`));
    expect(shown(`<c r="A1" s="${style}" t="n"><f>NOW()</f><v>${value}</v></c>`)).toBe(date(text, ` s="${style}"`));
  });

  it.each([
    '<c r="A1"><v>45000</v></c>',
    '<c r="A1" s="0"><v>45000</v></c>',
    '<c r="A1" s="4"><v>45000</v></c>',
    '<c r="A1" s="6"><v>45000</v></c>',
    '<c r="A1" s="99"><v>45000</v></c>',
    '<c r="A1" s="1" t="s"><v>3</v></c>',
    '<c r="A1" s="1"><v>-1</v></c>',
    '<c r="A1" s="1"><v>1e99</v></c>',
    '<c r="A1" s="1"><v>soon</v></c>',
    '<c r="A1" s="1"/>',
  ])('%s stays', (cell) => {
    expect(shown(cell)).toBe(cell);
  });

  it('counts from 1904 where the workbook does', () => {
    const workbook = '<workbook><workbookPr showObjects="all" date1904="1"/></workbook>';
    expect(shown('<c r="A1" s="1"><v>0</v></c>', { 'xl/workbook.xml': workbook })).toBe(date('00:00:00', ' s="1"'));
    expect(shown('<c r="A1" s="1"><v>366</v></c>', { 'xl/workbook.xml': workbook })).toBe(date('1905-01-01', ' s="1"'));
  });

  it('leaves rows out beyond the bound, whole ones, of all sheets together', () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(300_000);
    const sheet = strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    const { sheets, isCut } = plainSheets(
      new Map([
        [SHEET, sheet],
        ['xl/worksheets/sheet2.xml', sheet],
      ]),
    );
    const [first = '', second = ''] = [...sheets.values()].map((bytes) => strFromU8(bytes));
    expect(isCut).toBe(true);
    expect(first).toHaveLength(sheet.length);
    expect(first.length + second.length).toBeLessThan(10_000_100);
    expect(second.endsWith('<row><c><v>1</v></c></row></sheetData></worksheet>')).toBe(true);
  });

  it('leaves cells out beyond the bound of shared text, of all sheets together', () => {
    const cell = '<c r="A1" t="s"><v>1</v></c>';
    const number = '<c r="A1"><v>1</v></c>';
    const sheet = strToU8(`<worksheet><sheetData><row>${number}${cell.repeat(60)}</row></sheetData></worksheet>`);
    const { sheets, isCut } = plainSheets(
      new Map([
        ['xl/sharedStrings.xml', strToU8(`<sst><si/><si><t>${'x'.repeat(100_000)}</t></si><si/></sst>`)],
        [SHEET, sheet],
        ['xl/worksheets/sheet2.xml', sheet],
      ]),
    );
    const [first = '', second = ''] = [...sheets.values()].map((bytes) => strFromU8(bytes));
    expect(isCut).toBe(true);
    expect(first).toHaveLength(sheet.length);
    // 99 of 100,016 characters fit: 60 in the first.
    expect(second).toBe(`<worksheet><sheetData><row>${number}${cell.repeat(39)}</row></sheetData></worksheet>`);
  });
});
