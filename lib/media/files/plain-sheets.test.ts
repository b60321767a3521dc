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

  it('shows truth values as a reader sees them', () => {
    expect(shown('<c r="A1" t="b"><v>1</v></c>')).toBe(date('TRUE'));
    expect(shown('<c r="A1" s="1" t="b"><f>A2&gt;1</f><v>0</v></c>')).toBe(date('FALSE', ' s="1"'));
    expect(shown('<c t="b" r="A1"><f/><v>1</v></c>')).toBe('<c r="A1" t="inlineStr"><is><t>TRUE</t></is></c>');
    expect(shown('<c r="A1" t="b"><v>2</v></c>')).toBe('<c r="A1" t="b"><v>2</v></c>');
    expect(shown('<c r="A1" t="b"/>')).toBe('<c r="A1" t="b"/>');
  });

  it('counts from 1904 if the workbook does', () => {
    const workbook = '<workbook><workbookPr showObjects="all" date1904="1"/></workbook>';
    expect(shown('<c r="A1" s="1"><v>0</v></c>', { 'xl/workbook.xml': workbook })).toBe(date('00:00:00', ' s="1"'));
    expect(shown('<c r="A1" s="1"><v>366</v></c>', { 'xl/workbook.xml': workbook })).toBe(date('1905-01-01', ' s="1"'));
  });

  it('leaves out whole rows beyond the limit for all sheets together', () => {
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

  it('leaves out cells beyond the limit of shared text for all sheets together', () => {
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
    // 99 of 100,011 characters fit: 60 in the first.
    expect(second).toBe(`<worksheet><sheetData><row>${number}${cell.repeat(39)}</row></sheetData></worksheet>`);
  });

  const LONG = 'x'.repeat(1_000_000);
  const PLAIN_TABLE = `<sst><si/><si><t>${LONG}</t></si></sst>`;
  const PLAIN_CELL = '<c r="A1" t="s"><v>1</v></c>';
  it.each([
    ['a type in single quotes', PLAIN_TABLE, "<c t='s'><v>1</v></c>"],
    ['a type with spaces', PLAIN_TABLE, '<c t = "s" ><v>1</v></c>'],
    ['an escaped type', PLAIN_TABLE, '<c t="&#115;"><v>1</v></c>'],
    ['two types', PLAIN_TABLE, '<c xt="s" t="n"><v>1</v></c>'],
    ['a prefix', PLAIN_TABLE, '<x:c t="s"><x:v>1</x:v></x:c>'],
    ['attributes of the value', PLAIN_TABLE, '<c t="s"><v xml:space="preserve">1</v></c>'],
    ['another element before the value', PLAIN_TABLE, '<c t="s"><extLst><ext/></extLst><v>1</v></c>'],
    ['a tag inside a tag', PLAIN_TABLE, '<c <a t="s"><v>1</v></c>'],
    ['another spelling of the number', PLAIN_TABLE, '<c t="s"><v> +0x1,</v></c>'],
    ['strings in a comment', `<sst><!-- <si/><si/> --><si/><si><t>${LONG}</t></si></sst>`, PLAIN_CELL],
    ['strings with a prefix', `<sst><x:si/><x:si/><si/><si><t>${LONG}</t></si></sst>`, PLAIN_CELL],
    ['strings in strings', `<sst><si/><si><si/><t>${LONG}</t></si></sst>`, PLAIN_CELL],
    ['strings in an instruction', `<sst><?a <si/><si/>?><si/><si><t>${LONG}</t></si></sst>`, PLAIN_CELL],
  ])('leaves out cells beyond the limit of shared text, however they are written: %s', (_, table, cell) => {
    const sheet = strToU8(`<worksheet><sheetData><row>${cell.repeat(30)}</row></sheetData></worksheet>`);
    const { sheets, isCut } = plainSheets(
      new Map([
        ['xl/sharedStrings.xml', strToU8(table)],
        [SHEET, sheet],
      ]),
    );
    expect(isCut).toBe(true);
    expect(strFromU8(sheets.get(SHEET) ?? new Uint8Array(0)).split(/<(?:x:)?v\b/).length - 1).toBeLessThanOrEqual(9);
  });

  it.each([
    ['a comment', `<!-- strings --><si/><si><t>${LONG}</t></si>`],
    ['literal text', `<si/><si><t><![CDATA[${LONG}]]></t></si>`],
    ['one prefix', `<x:si/><x:si><x:t>${LONG}</x:t></x:si>`],
    ['a byte order mark', `\ufeff<?xml version="1.0"?><si/><si><t>${LONG}</t></si>`],
  ])('counts only what cells use of a table with %s', (_, table) => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(100) + PLAIN_CELL.repeat(9);
    const { isCut } = plainSheets(
      new Map([
        ['xl/sharedStrings.xml', strToU8(table)],
        [SHEET, strToU8(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`)],
      ]),
    );
    expect(isCut).toBe(false);
  });

  it('reads a table of millions of strings and unclosed tags', () => {
    const many = '<si/>'.repeat(4_100_000);
    const cells = '<c t="s"><v>4000001</v></c><c t="s"><v>5</v></c>';
    for (const sheet of [
      '<c '.repeat(3_000_000),
      '<c t="s"><v '.repeat(800_000),
      `${'<v'.repeat(3_000_000)}> 1`,
      cells,
    ]) {
      const { sheets } = plainSheets(
        new Map([
          ['xl/sharedStrings.xml', strToU8(many)],
          [SHEET, strToU8(sheet)],
        ]),
      );
      expect(sheets.size).toBe(1);
    }
  });
});
