/** For tests: small real files of every kind, generated here, so that the repository contains no binaries. */
import { deflateSync } from 'node:zlib';
import { CFB, utils, write } from '@e965/xlsx';
import { type Zippable, strToU8, zipSync } from 'fflate';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A ZIP archive of texts. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(entries);
}

/** A Word document with a heading, a paragraph, a table, and an image that is not read. */
export function docxFile(paragraph = 'The invoice is due in March.', more: Record<string, string | Uint8Array> = {}) {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`;
  const rows = [
    ['Item', 'Price'],
    ['Apples', '12 €'],
  ].map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`);
  return zipOf({
    '[Content_Types].xml': contentTypes('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
      <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run('Yearly report')}</w:p>
      <w:p>${run(paragraph)}</w:p><w:tbl>${rows.join('')}</w:tbl></w:body></w:document>`,
    'word/media/image1.png': new Uint8Array(64),
    ...more,
  });
}

/** A presentation of two slides. */
export function pptxFile(): Uint8Array {
  const slide = (
    title: string,
    body: string,
  ) => `${XML}<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
    xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>
    <p:sp><p:nvSpPr><p:cNvPr id="1" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>
    <p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp>
    <p:sp><p:nvSpPr><p:cNvPr id="2" name="Body"/><p:cNvSpPr/><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr>
    <p:txBody><a:p><a:r><a:t>${body}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`;
  return zipOf({
    '[Content_Types].xml': contentTypes('ppt/presentation.xml', 'presentationml.presentation'),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
      xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels([
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'slide', 'slides/slide2.xml'],
    ]),
    'ppt/slides/slide1.xml': slide('Roadmap', 'Ship the beta'),
    'ppt/slides/slide2.xml': slide('Risks', 'The weather'),
  });
}

/** A workbook of one sheet with the given rows; strings are shared, as spreadsheet programs write them. */
export function xlsxFile(
  rows: (string | number)[][] = [
    ['City', 'People'],
    ['Lima', 10_092_000],
  ],
): Uint8Array {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: string | number, row: number, column: number) => {
    const at = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    return typeof value === 'string'
      ? `<c ${at} t="s"><v>${strings.indexOf(value)}</v></c>`
      : `<c ${at}><v>${value}</v></c>`;
  };
  const lines = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, at) => cell(value, row, at)).join('')}</row>`,
  );
  return zipOf({
    '[Content_Types].xml': contentTypes('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Cities" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

/** A workbook in Excel's old binary format, of one sheet with the given rows. */
export function xlsFile(
  rows: (string | number)[][] = [
    ['City', 'People'],
    ['Lima', 10_092_000],
  ],
): Buffer {
  const workbook = utils.book_new();
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), 'Cities');
  return write(workbook, { type: 'buffer', bookType: 'biff8' }) as Buffer;
}

/** The same, with the record of a password behind its first one. */
export function protectedXlsFile(): Buffer {
  const container = CFB.read(xlsFile(), { type: 'buffer' });
  const found = CFB.find(container, 'Workbook');
  if (!found) throw new Error('The file has no workbook');
  const bytes = Buffer.from(found.content as Uint8Array);
  const end = 4 + bytes.readUInt16LE(2);
  // FILEPASS: 54 bytes, RC4 encryption, version 1.1.
  const password = Buffer.concat([Buffer.from([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]), Buffer.alloc(48)]);
  CFB.utils.cfb_add(container, '/Workbook', Buffer.concat([bytes.subarray(0, end), password, bytes.subarray(end)]));
  return CFB.write(container, { type: 'buffer' }) as Buffer;
}

/** A book of two chapters whose file names are in another order than its spine. */
export function epubFile(more: Record<string, string> = {}): Uint8Array {
  const page = (body: string) =>
    `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
      <rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>
      <item id="two" href="text/a%20second.xhtml" media-type="application/xhtml+xml"/>
      <item id="one" href="text/z-first.xhtml" media-type="application/xhtml+xml"/></manifest>
      <spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    'OEBPS/text/z-first.xhtml': page(
      '<h1>Call me Ishmael</h1><p>Some <em>years</em> ago.</p><script>alert(1)</script>',
    ),
    'OEBPS/text/a second.xhtml': page('<h1>The Carpet-Bag</h1><ul><li>One shirt</li><li>Two shirts</li></ul>'),
    ...more,
  });
}

/** A PDF of one page per list of lines. */
export function pdfFile(pages: string[][] = [['Hello from a page.', 'Second line.']], deflate = false): Uint8Array {
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ');
  const objects: (string | Uint8Array)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [page, lines] of pages.entries()) {
    const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -20 Td`).join(' ');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + page * 2} 0 R >>`,
      pdfStream(strToU8(`BT /F1 12 Tf 72 700 Td ${shown} ET`), deflate),
    );
  }
  return pdfOf(objects);
}

/** A stream object, compressed or not. */
export function pdfStream(content: Uint8Array, deflate: boolean): Uint8Array {
  const bytes = deflate ? deflateSync(content) : content;
  const filter = deflate ? '/Filter /FlateDecode ' : '';
  return Buffer.concat([strToU8(`<< ${filter}/Length ${bytes.length} >>\nstream\n`), bytes, strToU8('\nendstream')]);
}

/** A PDF of objects, numbered from 1; the first one is the catalog. */
export function pdfOf(objects: (string | Uint8Array)[], trailer = ''): Uint8Array {
  const pieces: Uint8Array[] = [strToU8('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = pieces[0]?.length ?? 0;
  const add = (piece: string | Uint8Array) => {
    const bytes = typeof piece === 'string' ? strToU8(piece, true) : piece;
    pieces.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    add(object);
    add('\nendobj\n');
  }
  const start = length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(pieces);
}

/** An RTF text with an accent, a bold word and two paragraphs. */
export function rtfFile(): Uint8Array {
  return strToU8(String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}\f0 A caf\'e9 is {\b open}.\par Until ten.\par}`);
}

function contentTypes(main: string, kind: string): string {
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
}

function rels(entries: [id: string, kind: string, target: string][]): string {
  const lines = entries.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`;
}
