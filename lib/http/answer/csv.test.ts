import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText, prefersCsv } from './csv';

const line = (...cells: (string | null)[]) => csvText({ columns: ['c'], rows: [cells] }).slice('c\r\n'.length);

describe('csvText', () => {
  it('writes the columns first and ends every line with CRLF', () => {
    expect(
      csvText({
        columns: ['a', 'b'],
        rows: [
          ['1', null],
          [null, 'x y'],
        ],
      }),
    ).toBe('a,b\r\n1,\r\n,x y\r\n');
  });

  it('quotes cells that would break the line', () => {
    expect(line('a,b', 'say "hi"', 'two\nlines', 'cr\rhere')).toBe('"a,b","say ""hi""","two\nlines","cr\rhere"\r\n');
  });

  it.each(['=1+1', '+1-1', '-1+1', '@SUM(A1)', '\tx', '-', '-1e9', '--1', '+5', '＝1', '-0x10', '1\n=2'.slice(1)])(
    'neutralizes the formula %j',
    (cell) => {
      expect(line(cell).replace(/^"/, '')).toMatch(/^'/);
      expect(line(cell)).toContain(`'${cell}`);
    },
  );

  it('adds the apostrophe before it quotes', () => {
    expect(line('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`);
    expect(line('\r=1')).toBe(`"'\r=1"\r\n`);
  });

  it.each(['-1', '-0.000000001', '0', '12.5', '-123456789.123456789'])('leaves the number %s unchanged', (cell) => {
    expect(line(cell)).toBe(`${cell}\r\n`);
  });

  it('writes tables that an RFC 4180 reader reads back unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'",\r\n=+-@\t\'1.aé '), maxLength: 6 });
    const tables = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(tables, (rows) => {
        const read = readCsv(csvText({ columns: ['c'], rows })).slice(1);
        expect(read.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')))).toEqual(
          rows.map((cells) => cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))),
        );
      }),
    );
  });
});

/** A strict RFC 4180 parser that shares no code with the writer. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`This is not CSV: ${JSON.stringify(rest)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
    rest = rest.slice(whole.length);
  }
  return rows;
}

describe('prefersCsv', () => {
  const prefers = (accept?: string) =>
    prefersCsv(new Request('http://localhost', { headers: accept === undefined ? {} : { accept } }));

  it.each([
    'text/csv',
    'TEXT/CSV; charset=utf-8',
    'text/csv, application/json',
    'text/csv, */*',
    '*/*, text/csv',
    'application/json;q=0.5, text/csv',
  ])('is true for %s', (accept) => expect(prefers(accept)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/csv',
    'text/csv;q=0',
    'text/csv;q=0.5, application/json',
    'text/csv;q=0.2, */*',
    'text/*',
    'q=csv',
  ])('is false for %s', (accept) => expect(prefers(accept)).toBe(false));
});
