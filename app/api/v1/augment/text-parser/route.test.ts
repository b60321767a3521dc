import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import type { TestPart } from '@/lib/http/body/form/test-form';
import { formRequest, jsonRequest } from '@/lib/image/edit/test-edit-service';
import { docxFile, epubFile, pdfFile, pptxFile, rtfFile, xlsFile, xlsxFile, zipOf } from '@/lib/media/test-files';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST } from './route';

const PATH = '/api/v1/augment/text-parser';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let accounts = 0;
async function makeCaller(balanceNano = 1_000_000_000n): Promise<string> {
  const account = await makeTestAccount(`caller-${(accounts += 1)}@example.com`, balanceNano);
  return `Bearer ${(await makeTestKey(account.id, { type: 'INFERENCE' })).secret}`;
}
const file = (content: Uint8Array | string, name = 'file.bin'): TestPart => ({ name: 'file', file: name, content });
const parse = (caller: string, parts: TestPart[]) => POST(formRequest(PATH, caller, parts));
const errorOf = async (response: Response) => ((await response.json()) as { error: string }).error;
const balanceOf = (response: Response) => Number(response.headers.get('x-svc-balance-usd'));

describe('POST /augment/text-parser', () => {
  it.each<[string, Uint8Array | string, string]>([
    ['PDF', pdfFile(), ''],
    ['DOCX', docxFile(), '# Yearly report\n\nThe invoice is due in March.'],
    ['PPTX', pptxFile(), 'Roadmap'],
    ['XLSX', xlsxFile([['Item', 'Price']]), '| Item | Price |'],
    ['XLS', xlsFile([['Item', 'Price']]), '| Item | Price |'],
    ['EPUB', epubFile(), ''],
    ['RTF', rtfFile(), ''],
    ['HTML', '<!doctype html><title>Page</title><h2>Part</h2><p>Text</p>', '## Part'],
    ['CSV', 'a,b\n1,2', 'a,b\n1,2'],
    ['source code', 'const a = 1;\n', 'const a = 1;'],
  ])('reads %s', async (_, content, expected) => {
    const response = await parse(await makeCaller(), [file(content)]);
    expect(response.status).toBe(200);
    const { text, tokens } = (await response.json()) as { text: string; tokens: number };
    expect(text).toContain(expected);
    expect(text.length).toBeGreaterThan(0);
    expect(tokens).toBe(Math.ceil(text.length / 3.2));
  });

  it('charges one cent', async () => {
    const caller = await makeCaller();
    const [before, after] = [await parse(caller, [file('one')]), await parse(caller, [file('two')])];
    expect(balanceOf(before) - balanceOf(after)).toBeCloseTo(0.01);
  });

  it('answers with the text alone, also to a repeat', async () => {
    const caller = await makeCaller();
    const send = () =>
      POST(
        formRequest(PATH, caller, [file('día'), { name: 'response_format', content: 'text' }], {
          'idempotency-key': 'one',
        }),
      );
    const first = await send();
    expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await first.text()).toBe('día');
    const again = await send();
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', 'día']);
  });

  it.each<[string, TestPart[], number, string]>([
    ['no file', [{ name: 'response_format', content: 'json' }], 400, 'file: Required: a file'],
    ['a text instead of a file', [{ name: 'file', content: 'text' }], 400, 'file: Must be a file'],
    ['an empty file', [file('')], 400, 'The file is empty'],
    ['binary data', [file(Buffer.from([0, 1, 2, 3, 0, 0]))], 400, 'its format is not supported'],
    ['white space', [file('  \n ')], 400, 'it contains no text'],
    ['a damaged PDF', [file('%PDF-1.7\nnothing')], 400, 'it is damaged'],
    ['a damaged workbook', [file(xlsFile().fill(0xff, 512, 1_500))], 400, 'it is damaged'],
    ['an archive of other files', [file(zipOf({ 'a.txt': 'x' }))], 400, 'its format is not supported'],
    ['another format', [file('x'), { name: 'response_format', content: 'xml' }], 400, 'response_format'],
    ['two files', [file('x'), file('y')], 400, 'Must be sent once'],
  ])('refuses %s, and charges nothing', async (_, parts, status, message) => {
    const caller = await makeCaller();
    const response = await parse(caller, parts);
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toContain(message);
    expect(balanceOf(await parse(caller, [file('x')]))).toBe(1);
  });

  it('refuses a file of more than 25 MB', async () => {
    const response = await parse(await makeCaller(), [file(Buffer.alloc(25_000_001, 'a'))]);
    expect(response.status).toBe(413);
  });

  it('refuses JSON', async () => {
    expect((await POST(jsonRequest(PATH, await makeCaller(), { file: 'x' }))).status).toBe(400);
  });

  it('needs credit', async () => {
    expect((await parse(await makeCaller(9_999_999n), [file('x')])).status).toBe(402);
  });
});
