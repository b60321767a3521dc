import { deflateSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import type { FileAnswer, FileJob, FileKind } from './child/jobs';
import { runInChild } from '../platform/child/pool';
import { extractText } from './extract-text';
import { docxFile, epubFile, pdfFile, pdfOf, pptxFile, rtfFile, xlsFile, xlsxFile, zipOf } from './test-files';

const signal = new AbortController().signal;

/** Tighter limits than the service's: a bomb reaches them sooner, and the test is faster. */
const PLAN = { name: 'extract', jobMs: 5_000, heapMegabytes: 160, maxResidentMegabytes: 320 };

async function outcomeOf(bytes: Uint8Array, kind: FileKind): Promise<string> {
  const job: FileJob = { bytes, kind, maxCharacters: 1_000 };
  const outcome = await runInChild<FileJob, FileAnswer>(PLAN, job, { account: newId(), signal });
  if ('lost' in outcome) return `lost: ${outcome.lost}`;
  return 'text' in outcome.answer ? outcome.answer.text : outcome.answer.problem;
}

/** Expects one of these outcomes, that an ordinary file is read afterward, and that this process has not grown. */
async function expectOneOf(ends: string[], bytes: Uint8Array, kind: FileKind = 'archive') {
  const before = process.memoryUsage.rss();
  expect(ends).toContain(await outcomeOf(bytes, kind));
  expect(await outcomeOf(docxFile(), 'archive')).toContain('Yearly report');
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
}
const LOST = ['lost: memory', 'lost: time'];

const word = (body: string, prolog = '') =>
  zipOf({
    'word/document.xml': `<?xml version="1.0"?>${prolog}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
  });
const run = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const onePage = (contents: Uint8Array) =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    contents,
  ]);

describe('bombs', { timeout: 120_000 }, () => {
  it('an archive of zeros, a thousand to one', async () => {
    await expectOneOf(['damaged', 'empty', ...LOST], zipOf({ 'word/document.xml': new Uint8Array(60_000_000) }));
  });

  it('a paragraph of sixty million characters', async () => {
    await expectOneOf([...LOST, 'x'.repeat(1_000)], word(run('x'.repeat(60_000_000))));
  });

  it('millions of elements', async () => {
    await expectOneOf(LOST, word('<w:p/>'.repeat(6_000_000)));
  });

  it('archives within archives are never opened', async () => {
    const inner = zipOf({ 'b.zip': zipOf({ c: new Uint8Array(20_000_000) }) });
    await expectOneOf(['unsupported'], zipOf({ 'a.zip': inner }));
  });

  it('a directory of more files than ZIP can count', async () => {
    const archive = Buffer.from(docxFile());
    archive.writeUInt16LE(0xffff, archive.length - 12);
    await expectOneOf(['too_large'], archive);
  });

  it('a billion laughs: entities are not expanded', async () => {
    const names = Array.from(
      { length: 10 },
      (_, at) => `<!ENTITY l${at} "${at === 0 ? 'lol' : `&l${at - 1};`.repeat(10)}">`,
    );
    await expectOneOf(['&l9;', 'damaged'], word(run('&l9;'), `<!DOCTYPE d [${names.join('')}]>`));
  });

  it('a hundred thousand levels', async () => {
    await expectOneOf(['damaged', 'empty', ...LOST], word('<w:p>'.repeat(100_000)));
    for (const tag of ['<div>', '<h1>', '<ul><li>', '<blockquote>', '<table><tr><td>', '<i><b>']) {
      const page = Buffer.from(`<p>It begins.${tag.repeat(20_000)}`);
      expect(await outcomeOf(page, 'html')).toContain('It begins.');
    }
  });

  it('a PDF whose page unpacks to half a gigabyte, once and twice packed', async () => {
    const once = deflateSync(Buffer.alloc(500_000_000));
    const twice = deflateSync(once);
    expect(twice.length).toBeLessThan(5_000);
    const packedBy = (filters: string, bytes: Uint8Array) => {
      const head = strToU8(`<< /Filter [${filters}] /Length ${bytes.length} >>\nstream\n`);
      return onePage(Buffer.concat([head, bytes, strToU8('\nendstream')]));
    };
    await expectOneOf(LOST, packedBy('/FlateDecode', once), 'pdf');
    await expectOneOf(LOST, packedBy('/FlateDecode /FlateDecode', twice), 'pdf');
  });

  it('a table cell that spans a billion columns', async () => {
    const cell = `<w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>${run('a')}</w:tc>`;
    await expectOneOf(['damaged', ...LOST], word(`<w:tbl><w:tr>${cell}</w:tr></w:tbl>`));
  });

  it('pages that contain themselves', async () => {
    const loop = pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 99999999 >>']);
    await expectOneOf(['damaged', 'empty', ...LOST], loop, 'pdf');
  });

  it('groups that never end', async () => {
    await expectOneOf(['damaged', 'empty', ...LOST], Buffer.from(`{\\rtf1 ${'{'.repeat(1_000_000)}`), 'rtf');
  });

  it('endless markup', async () => {
    await expectOneOf(['<'.repeat(1_000)], Buffer.from(`<p>${'<'.repeat(3_000_000)}`), 'html');
  });
});

describe('random bytes', { timeout: 120_000 }, () => {
  const samples = [
    docxFile(),
    pptxFile(),
    xlsxFile(),
    xlsFile(),
    epubFile(),
    pdfFile(),
    rtfFile(),
    Buffer.from('<html><p>a</html>'),
  ];
  const types = ['application/pdf', 'application/epub+zip', 'text/html', 'text/csv', 'application/octet-stream', null];
  const signatures = ['%PDF-1.7\n', 'PK\x03\x04', '{\\rtf1 ', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '<html>', ''];

  const readOrRefused = async (bytes: Uint8Array, type: string | null) => {
    const bounds = { maxCharacters: 1_000, account: newId(), signal };
    const outcome = await extractText({ bytes, type, name: null }, bounds).catch(
      (error: { status?: number }) => error.status,
    );
    expect(outcome === 400 || (typeof outcome === 'object' && ('text' in outcome || 'failure' in outcome))).toBe(true);
  };

  it('of each kind are read or refused with a clear error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signatures),
        fc.constantFrom(...types),
        fc.uint8Array({ maxLength: 300 }),
        (signature, type, rest) => readOrRefused(Buffer.concat([Buffer.from(signature, 'latin1'), rest]), type),
      ),
    );
  });

  it('inside real files are read or refused with a clear error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.nat(),
        fc.uint8Array({ minLength: 1, maxLength: 20 }),
        (sample, at, noise) => {
          const bytes = Buffer.from(sample);
          bytes.set(noise.subarray(0, Math.max(0, bytes.length - (at % bytes.length))), at % bytes.length);
          return readOrRefused(bytes, null);
        },
      ),
    );
  });
});
