import { describe, expect, it } from 'vitest';
import type { Attachment } from '../chat/types';
import type { Canvas } from './canvas';
import { sizeText } from './bounds';
import { takeFiles } from './take-files';

const PNG = '\x89PNG\r\n\x1a\n';
const bytesOf = (text: string, size = text.length) => {
  const bytes = new Uint8Array(size).fill(1);
  bytes.set([...text].map((character) => character.charCodeAt(0)));
  return bytes;
};
const file = (name: string, text: string, { type = '', size }: { type?: string; size?: number } = {}) =>
  new File([bytesOf(text, size)], name, { type });

/** A fake in which every image has this size, and resized ones have at most ten bytes. */
const canvas = (width = 640, height = 480): Canvas => ({
  measure: () => Promise.resolve({ width, height }),
  redraw: (_image, _side, type) => Promise.resolve(new Blob(['0123456789'], { type })),
});
const damaged: Canvas = { ...canvas(), measure: () => Promise.resolve(null) };

const take = (files: File[], before: Attachment[] = [], with_ = canvas()) => takeFiles(files, before, with_);

describe('takeFiles', () => {
  it('attaches images and files unchanged, as data: URLs', async () => {
    const { attachments, problems } = await take([
      file('a.png', PNG),
      file('b.pdf', '%PDF-1.7'),
      file('c.py', 'print(1)', { type: 'text/x-python' }),
      file('d', 'plain'),
      file('e.docx', 'PK\x03\x04'),
      file('f.xls', '\xd0\xcf\x11\xe0'),
    ]);
    expect(problems).toEqual([]);
    expect(attachments.map(({ kind, name, type }) => [kind, name, type])).toEqual([
      ['image', 'a.png', 'image/png'],
      ['file', 'b.pdf', 'application/pdf'],
      ['file', 'c.py', 'text/x-python'],
      ['file', 'd', 'text/plain'],
      ['file', 'e.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      ['file', 'f.xls', 'application/vnd.ms-excel'],
    ]);
    expect(attachments[1]).toMatchObject({ bytes: 8, url: `data:application/pdf;base64,${btoa('%PDF-1.7')}` });
  });

  it('joins the pieces of a large file', async () => {
    const bytes = bytesOf('begin', 100_001);
    const { attachments } = await take([new File([bytes], 'a.txt')]);
    const [head, body] = attachments[0]?.url.split(',') ?? [];
    expect(head).toBe('data:text/plain;base64');
    expect(Buffer.from(body ?? '', 'base64').equals(Buffer.from(bytes))).toBe(true);
  });

  it('converts GIFs and shrinks images that are too large for ten in a message', async () => {
    const { attachments } = await take([file('a.gif', 'GIF89a'), file('b.jpg', '\xff\xd8\xff', { size: 2_600_000 })]);
    expect(attachments.map(({ type, bytes }) => [type, bytes])).toEqual([
      ['image/png', 10],
      ['image/jpeg', 10],
    ]);
  });

  it.each([
    [file('a.zip', 'PK\x03\x04'), '“a.zip” is an archive, which is not supported. Supported images are PNG'],
    [file('a.doc', '\xd0\xcf\x11\xe0'), '“a.doc” has one of Office’s older formats: save it as DOCX'],
    [
      file('a.mp3', 'ID3\x03\0'),
      '“a.mp3” is not supported. Supported images are PNG, JPEG, WebP, AVIF, and GIF; supported files are PDF',
    ],
    [file('a.txt', ''), '“a.txt” is empty.'],
    [file('a.pdf', '%PDF-', { size: 25_000_001 }), '“a.pdf” is larger than 25 MB, the limit for a file.'],
  ])('says why %s is rejected', async (given, reason) => {
    const { attachments, problems } = await take([given]);
    expect(attachments).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(reason);
  });

  it('says why an image is rejected', async () => {
    expect((await take([file('a.png', PNG)], [], canvas(64, 63))).problems).toEqual([
      '“a.png” is 64 × 63 pixels: an image needs at least 64 on each side.',
    ]);
    expect((await take([file('a.png', PNG)], [], damaged)).problems).toEqual([
      '“a.png” is damaged: it cannot be shown.',
    ]);
  });

  it('counts existing attachments', async () => {
    const before = (await take(Array.from({ length: 4 }, (_, at) => file(`${at}.txt`, 'x')))).attachments;
    const { attachments, problems } = await take([file('4.txt', 'x'), file('5.txt', 'x'), file('a.png', PNG)], before);
    expect(attachments.map(({ name }) => name)).toEqual(['4.txt', 'a.png']);
    expect(problems).toEqual(['“5.txt” was not attached: a message takes at most 5 files.']);
  });
});

describe('sizeText', () => {
  it('uses a suitable unit', () => {
    expect([812, 34_200, 999_499, 999_500, 2_400_000, 25_000_000].map(sizeText)).toEqual([
      '812 B',
      '34 KB',
      '999 KB',
      '1 MB',
      '2.4 MB',
      '25 MB',
    ]);
  });
});
