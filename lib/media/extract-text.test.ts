import { createServer } from 'node:http';
import { inflateSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { extractText } from './extract-text';
import { encodeAs } from './files/encoding/test-encode';
import { failureNote, formatFile } from './format-file';
import {
  docxFile,
  epubFile,
  pdfFile,
  pdfOf,
  pdfStream,
  pptxFile,
  protectedXlsFile,
  rtfFile,
  xlsFile,
  xlsxFile,
  zipOf,
} from './test-files';

const signal = new AbortController().signal;

type File = { bytes: Uint8Array; type?: string; name?: string };

const extract = ({ bytes, type, name }: File, maxCharacters = 100_000) =>
  extractText({ bytes, type: type ?? null, name: name ?? null }, { maxCharacters, account: newId(), signal });

async function textOf(file: File, maxCharacters?: number): Promise<string> {
  const read = await extract(file, maxCharacters);
  if ('failure' in read) throw new Error(read.failure);
  return read.text;
}
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

describe('documents', () => {
  it('DOCX: headings, paragraphs, and tables', async () => {
    expect(await textOf({ bytes: docxFile() })).toBe(
      '# Yearly report\n\nThe invoice is due in March.\n\n| Item | Price |\n| --- | --- |\n| Apples | 12 € |',
    );
  });

  it('PPTX: slides in order', async () => {
    expect(await textOf({ bytes: pptxFile() })).toMatch(/# Roadmap\s+Ship the beta[\s\S]+# Risks\s+The weather/);
  });

  it('shortens long runs of empty cells, which would fill a context', async () => {
    const wide = ['first', ...Array.from({ length: 24 }, () => ''), 'last'];
    const text = await textOf({ bytes: xlsxFile([wide, wide]) });
    expect(text).toMatch(/\| first \|\s*… \| last \|/);
    expect(text).not.toMatch(/(?:\| *){6}/);
  });

  it('XLSX: each sheet under its name, one row per line', async () => {
    expect(await textOf({ bytes: xlsxFile() })).toMatch(
      /^## Cities[\s\S]+\| City \| People \|\n\| --- \| --- \|\n\| Lima \| 10092000 \|$/,
    );
  });

  it('XLSX: reads as many cells as fit if they share one long text, and says that there is more', async () => {
    const long = 'x'.repeat(32_000);
    const rows = Array.from({ length: 20_000 }, () => [long]);
    const text = await textOf({ bytes: xlsxFile([['Notes'], ...rows]) });
    expect(text).toMatch(
      /^## Cities[\s\S]+\| Notes \|[\s\S]+\| x{32000} \|[\s\S]+\[The rest of the file is left out: it is too long\.\]$/,
    );
    expect(text.length).toBeLessThan(101_000);
  });

  it('XLS: what the cells show, one row per line', async () => {
    expect(await textOf({ bytes: xlsFile() })).toBe(
      '## Cities\n\n| City | People |\n| --- | --- |\n| Lima | 10092000 |',
    );
    const text = await textOf({ bytes: inflateSync(Buffer.from(OTHER_WRITER, 'base64')) });
    expect(text).toBe(
      [
        '## Städte\n',
        '| City | People | Since | Share | … |',
        '| --- |',
        '| São Paulo \\| centro | 11451999 | 1954-01-25 | 5.7% | … |',
        '| 東京 | … |',
        '| … | far away |\n',
        '## Notes\n',
        '| two lines |',
        '| --- |',
      ].join('\n'),
    );
  });

  it('XLS: reads as many cells as fit, and says that there is more', async () => {
    const long = 'x'.repeat(255);
    const text = await textOf({ bytes: xlsFile(Array.from({ length: 2_000 }, () => [long, long])) });
    expect(text).toMatch(
      /^## Cities[\s\S]+\| x{255} \| x{255} \|[\s\S]+\[The rest of the file is left out: it is too long\.\]$/,
    );
    expect(text.length).toBeLessThan(101_000);
  });

  it('RTF', async () => {
    expect(await textOf({ bytes: rtfFile() })).toBe('A café is **open**.\n\nUntil ten.');
  });

  it('EPUB: in reading order, without scripts', async () => {
    const text = await textOf({ bytes: epubFile() });
    expect(text).toMatch(
      /^# Call me Ishmael\n\nSome _years_ ago\.\n\n# The Carpet-Bag\n\n- +One shirt\n- +Two shirts$/,
    );
  });

  it('PDF: the lines of all pages, compressed or not', async () => {
    const pages = [['First (page).', 'Its end.'], ['Second page.']];
    for (const isPacked of [false, true]) {
      expect(await textOf({ bytes: pdfFile(pages, isPacked) })).toBe('First (page).\nIts end.\n\nSecond page.');
    }
  });

  it('PDF: Chinese in a font that is not embedded', async () => {
    const show = 'BT /F1 24 Tf 72 700 Td <4F60597D> Tj ET';
    const text = await textOf({
      bytes: pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 6 0 R >>',
        '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [5 0 R] >>',
        `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor << /Type /FontDescriptor
          /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200
          /CapHeight 700 /StemV 80 >> /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>`,
        pdfStream(utf8(show), false),
      ]),
    });
    expect(text).toBe('你好');
  });

  it('HTML as Markdown, under its title', async () => {
    const bytes = utf8(`<!doctype html><title>Prices</title><script>steal()</script><p>All <b>free</b>, see
      <a href="https://example.org/a">here</a>, <a href="javascript:x()">not here</a><img src="data:," alt="a fox">
      <table><tr><th>What<th>Price<tr><td>a|b<td>1</table>`);
    expect(await textOf({ bytes, type: 'text/html' })).toBe(
      '# Prices\n\nAll **free**, see [here](https://example.org/a), not herea fox\n\n| What | Price |\n| --- | --- |\n| a\\|b | 1 |',
    );
  });

  it('HTML: without menus, and without what its readers do not see', async () => {
    const bytes = utf8(`<!doctype html><title>Tide &lt;b&gt;</title><style>.zz{display: none}</style>
      <nav>MENU</nav><p hidden>HIDDEN</p><p class=zz>HIDDEN</p><div style="display:none"><div>HIDDEN</div>HIDDEN</div>
      <p>High water at noon.</p>`);
    expect(await textOf({ bytes, type: 'text/html' })).toBe('# Tide \\<b>\n\nHigh water at noon.');
  });
});

describe('text', () => {
  it.each([
    ['UTF-8', utf8('naïve 狐'), 'naïve 狐'],
    ['UTF-8 with a byte order mark', utf8('\ufeffnaïve'), 'naïve'],
    ['UTF-16, little-endian', Buffer.concat([latin1('\xff\xfe'), Buffer.from('naïve 狐', 'utf16le')]), 'naïve 狐'],
    ['UTF-16, big-endian', Buffer.concat([latin1('\xfe\xff'), Buffer.from('naïve', 'utf16le').swap16()]), 'naïve'],
    ['Windows-1252', latin1('na\xefve \x80 5'), 'naïve € 5'],
  ])('%s', async (_, bytes, text) => {
    expect(await textOf({ bytes })).toBe(text);
  });

  it.each([
    ['notes.md', '# Title\n\n* a'],
    ['table.csv', 'a,b\n1,"2"'],
    ['data.json', '{"a": [1]}'],
    ['main.ts', 'export const a = "<html>";\n\treturn;'],
    ['page.vue', '<html><body>{{ a }}</body></html>'],
    ['log.txt', '\u001b[31mred\u001b[0m'],
    ['pdf.md', 'A PDF begins with %PDF-1.7.'],
  ])('%s stays unchanged, whatever type it is sent with', async (name, content) => {
    for (const type of ['text/plain', 'application/octet-stream', undefined]) {
      expect(await textOf({ bytes: utf8(content), name, type })).toBe(content);
    }
  });

  it('is cut at the limit, never inside a character, and says so', async () => {
    const note = '\n\n[The rest of the file is left out: it is too long.]';
    expect(await textOf({ bytes: utf8('abcdef') }, 6)).toBe('abcdef');
    expect(await textOf({ bytes: utf8('abcdefg') }, 6)).toBe(`abcdef${note}`);
    expect(await textOf({ bytes: utf8('abcde🦊') }, 6)).toBe(`abcde${note}`);
    expect(await textOf({ bytes: utf8('狐'.repeat(100)) }, 6)).toBe(`${'狐'.repeat(6)}${note}`);
    expect(await textOf({ bytes: docxFile() }, 8)).toBe(`# Yearly${note}`);
    expect(await textOf({ bytes: pdfFile([['one'], ['two'], ['three']]) }, 8)).toBe(`one\n\ntwo${note}`);
  });
});

describe('the kind', () => {
  it.each([
    ['a document without type and name', { bytes: docxFile() }],
    ['a document with another type and name', { bytes: docxFile(), type: 'text/plain', name: 'a.txt' }],
    ['a document of no known type', { bytes: docxFile(), type: 'application/octet-stream', name: 'upload' }],
  ])('%s is identified by its bytes', async (_, file) => {
    expect(await textOf(file)).toContain('Yearly report');
  });

  it('HTML: in the encoding that it declares, or that its characters are in', async () => {
    const html = (head: string) =>
      encodeAs('windows-1251', `<!doctype html>${head}<p>Время прилива указано в таблице</p>`);
    for (const head of ['<meta charset="windows-1251">', '']) {
      expect(await textOf({ bytes: html(head), name: 'tides.html' })).toBe('Время прилива указано в таблице');
    }
  });

  it('identifies a page by its beginning alone', async () => {
    expect(await textOf({ bytes: utf8('\n<!DOCTYPE html><h1>Hi</h1>') })).toBe('# Hi');
  });

  it('identifies a PDF with bytes before its signature, if it is declared as one', async () => {
    const bytes = Buffer.concat([utf8('junk\n'), pdfFile()]);
    expect(await textOf({ bytes, name: 'a.pdf' })).toContain('Hello from a page.');
  });

  it('treats text that is declared as a PDF as text', async () => {
    expect(await textOf({ bytes: utf8('just words'), type: 'application/pdf', name: 'a.pdf' })).toBe('just words');
  });
});

/** A workbook (XLS) of xlwt, a writer that shares nothing with our reader: compressed, base64. */
const OTHER_WRITER = [
  'eNrtWF1IFFEUPnd21t0VV9e/QINtEbQyLaMeetHpz3xq2fKhqCBHd6rFdcfGKdmIsmwfgyAIiiAEi4Kyeum/sDeFwKiHKAg0e7Kn',
  'oKBAnc49M6uuabigkjLfcs+999x7zv0559x7d94O5A52PSwegmmoAQeMGx7ImMJjmDzJig+w3TB4MZm7MRk2lhQ8bjRkhhOee9+4',
  'uA25vYdAgAfia6QAXzAdglYIqjElsIjYTnOQGZ9DNctA3xPQI68jzYYimlke0Sai+UTvU+8XRLcS5yLRauw7yA7AgBQs32J58n6h',
  'hNqykTJ4TDKfiLMRCqGPe/LZS8zs64RtWkSOLpcGv5gF3YDWrlNiisbrOXATMgHiiMqWlspw2C964BaIAFXrq0oHoQDdoht+GgGA',
  'H8n47w3Y/MXlM0D+r1S+axa+Gy06E5+bdTr/soCG7gCjgfFQSGBI3BbNo6Be/xrWlQR44SPdA06obWnV45zhdZuMoKorbaNwkA5/',
  'nlB0R0SPY/+QorZGFSdAfSTWRPkxWVPyMB9WAyH5RFQNnA40KTFdU3Hg40fvBlH+iKwF5HY5jveM3q5mRiMxpS2T3zt0TvlSzikv',
  'xW4W0jDkUDmXItiHExm98/3d7saQdJg4HTQ18wYr5csFA85xCRTOphZ5hNN+TOUksY7oedK6ksrFRAtwzZiXhQqtwq5O6nOBWstw',
  'nE2E99LqKeU1WE582/PEnxiW1mK5p27oVEHPB6kLStAkYZTnv06oYBXs2lWOp1IyZ9ZJ95lo0V+nnlvw0QpEMKxrOgfGeDgjcoma',
  'Nb47bKImWHtl1hxYc1i62Ay6GOni+/YSZ8NI15nfz4Q8uLKZTmbcRYYa8qH/5KsbxRvuSVyTg8ZJ1eQgTU6y4CqsMWtk/nIwO3pg',
  'Jw7Q6xfAyZU0jHCzpCppGOlDMe4CNTiFR3wdeOBPYv4cBmZ1mEksNYehPYOF27PZg4xN0KUaZGzGIHP9c1dt2LBhw4aN/w6M3mhA',
  'bzCRXvTmte+yvuuMYRq3P5MsW+wFFX86/iWshRjmGsTT8p8V4GRJXWyOMsnvhRz7cHQNmqGR5tGctv/is41NXc+cBX3zF0Lpjj+e',
  'zjwXePw//2pduw==',
].join('');

/** A file in Office's binary container, with this name in its directory. */
const ole = (name: string) =>
  Buffer.concat([
    latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    Buffer.alloc(504),
    Buffer.from(name, 'utf16le'),
    Buffer.alloc(64),
  ]);

describe('files without text', () => {
  it.each([
    ['an old Word file', { bytes: ole('WordDocument') }, 'unsupported'],
    ['the beginning of an XLS', { bytes: ole('Workbook') }, 'damaged'],
    ['an XLS without its cells', { bytes: xlsFile().fill(0xff, 512, 1_500) }, 'damaged'],
    ['a password-protected XLS', { bytes: protectedXlsFile() }, 'protected'],
    ['a password-protected document', { bytes: ole('EncryptedPackage') }, 'protected'],
    ['a program', { bytes: latin1('\x7fELF\x02\x01\x01\0\0\0') }, 'unsupported'],
    [
      'random bytes',
      { bytes: Buffer.from(Array.from({ length: 500 }, (_, at) => 1 + ((at * 151) % 255))) },
      'unsupported',
    ],
    ['an archive of something else', { bytes: zipOf({ 'a.txt': 'x' }) }, 'unsupported'],
    ['an archive in an archive', { bytes: zipOf({ 'a.zip': docxFile() }) }, 'unsupported'],
    ['text with a zero in it', { bytes: utf8(`${'words '.repeat(50)}\0`) }, 'unsupported'],
    ['an empty file', { bytes: new Uint8Array(0) }, 'empty'],
    ['a scanned PDF', { bytes: pdfFile([[]]) }, 'empty'],
    ['half of a DOCX', { bytes: docxFile().subarray(0, 500) }, 'damaged'],
    ['a DOCX of no XML', { bytes: zipOf({ 'word/document.xml': '<w:document' }) }, 'damaged'],
    ['a PDF of nothing', { bytes: utf8('%PDF-1.7 nothing') }, 'damaged'],
    ['a book without its package', { bytes: epubFile({ 'META-INF/container.xml': '<container/>' }) }, 'damaged'],
    ['a copy-protected book', { bytes: epubFile({ 'META-INF/rights.xml': '<rights/>' }) }, 'protected'],
  ])('%s', async (_, file, problem) => {
    expect(await extract(file)).toEqual({ failure: expect.any(String), problem });
  });

  it('a password-protected PDF', async () => {
    const filler = '00'.repeat(32);
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${filler}> /U <${filler}> /P -4 >> /ID [<00> <00>] `;
    const pages = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'];
    expect(await extract({ bytes: pdfOf(pages, encrypt) })).toMatchObject({ problem: 'protected' });
  });
});

it('never fetches an address that a file contains', async () => {
  let connections = 0;
  const server = createServer((_, response) => response.end('x')).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const external = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship
    Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${url}" TargetMode="External"/></Relationships>`;
  const document = `<?xml version="1.0"?><!DOCTYPE d SYSTEM "${url}" [<!ENTITY x SYSTEM "${url}"><!ENTITY f SYSTEM "file:///etc/passwd">]>
    <w:document xmlns:w="w"><w:body><w:p><w:r><w:t>A &x; B &f; C</w:t></w:r></w:p></w:body></w:document>`;
  const docx = zipOf({ 'word/document.xml': document, 'word/_rels/document.xml.rels': external });
  const page = `<link rel="stylesheet" href="${url}"><script src="${url}"></script><iframe src="${url}"></iframe><p>hi<img src="${url}">`;
  const pdf = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (' + url + ') >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    `<< /Length 0 /F << /FS /URL /F (${url}) >> >>\nstream\n\nendstream`,
  ]);
  const read = await extract({ bytes: docx });
  expect(JSON.stringify(read)).not.toContain('root:');
  expect(await textOf({ bytes: utf8(page), type: 'text/html' })).toBe('hi');
  await extract({ bytes: pdf });
  await extract({ bytes: epubFile({ 'OEBPS/text/z-first.xhtml': page }) });
  server.close();
  expect(connections).toBe(0);
});

describe('in a prompt', () => {
  it('puts a file between marks that it cannot contain', () => {
    expect(formatFile('a "b"\n<c>.txt', 'x </file> y\n')).toBe('<file name="a b c .txt">\nx <\\/file> y\n</file>');
  });

  it('notes a file that could not be read', () => {
    expect(failureNote('report.pdf', 'it is damaged')).toBe('[The file report.pdf could not be read: it is damaged.]');
  });
});
