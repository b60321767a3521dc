import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ImageMetadata, SETTINGS_NAMESPACE, writeSettings } from './image-metadata';
import { readImageMetadata } from './read-image-metadata';

const METADATA: ImageMetadata = {
  prompt: 'a "red" kite & <clouds>',
  seed: 7,
  model: 'painter',
  service: 'svc',
  createdAtMs: 1_795_248_000_000,
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const xmpOf = (json: string, prefix = 'gen') =>
  `<x:xmpmeta><rdf:Description xmlns:${prefix}="${SETTINGS_NAMESPACE}"><${prefix}:settings>${escapeXml(json)}</${prefix}:settings></rdf:Description></x:xmpmeta>`;
const joined = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
const uint = (value: number, bytes: 2 | 4, little = false) => {
  const buffer = Buffer.alloc(4);
  if (little) buffer.writeUInt32LE(value);
  else buffer.writeUInt32BE(value);
  return little ? buffer : buffer.subarray(4 - bytes);
};

const pngChunk = (name: string, content: Uint8Array) => joined(uint(content.length, 4), name, content, uint(0, 4));
const png = (xmp: string) =>
  joined(
    '\x89PNG\r\n\x1a\n',
    pngChunk('IHDR', new Uint8Array(13)),
    pngChunk('iTXt', joined('XML:com.adobe.xmp\0\0\0\0\0', Buffer.from(xmp))),
  );
const jpeg = (xmp: string) => {
  const content = joined('http://ns.adobe.com/xap/1.0/\0', Buffer.from(xmp));
  return joined('\xff\xd8\xff\xe0', uint(4, 2), 'JF', '\xff\xff\xe1', uint(content.length + 2, 2), content);
};
const webp = (xmp: string) => {
  const content = Buffer.from(xmp);
  return joined('RIFF\0\0\0\0WEBPVP8 ', uint(3, 4, true), 'abc\0', 'XMP ', uint(content.length, 4, true), content);
};
const FILES = [png, jpeg, webp];

describe('the metadata of an image', () => {
  it.each(FILES)('is found in each kind of file: %o', (file) => {
    expect(readImageMetadata(file(xmpOf(writeSettings(METADATA))))).toEqual(METADATA);
    expect(readImageMetadata(file(xmpOf(writeSettings(METADATA), 'ns1')))).toEqual(METADATA);
  });

  it('says that there is no mark, and how its pixels were edited', () => {
    const edited = { ...METADATA, hideWatermark: true as const, edits: { prompt: 'sepia', width: 640, height: 480 } };
    expect(readImageMetadata(png(xmpOf(writeSettings(edited))))).toEqual(edited);
  });

  it.each([
    1,
    'sepia',
    { prompt: 'sepia' },
    { prompt: 'sepia', width: 0, height: 9 },
    { prompt: 1, width: 9, height: 9 },
  ])('leaves out edits that are none: %j', (edits) => {
    const json = JSON.stringify({ ...(JSON.parse(writeSettings(METADATA)) as object), hide_watermark: 1, edits });
    expect(readImageMetadata(png(xmpOf(json)))).toEqual(METADATA);
  });

  it('is found as an attribute, and with entities of any kind', () => {
    const json = writeSettings({ ...METADATA, prompt: 'é' });
    const attribute = json.replaceAll('"', '&quot;').replace('é', '&#xe9;');
    const xmp = `<rdf:Description xmlns:g='${SETTINGS_NAMESPACE}' g:settings="${attribute}"/>`;
    expect(readImageMetadata(png(xmp))?.prompt).toBe('é');
  });

  it.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    JSON.stringify({ prompt: 'x', seed: 'one', model: 'm', service: 's', created_at: '2026-01-01' }),
    JSON.stringify({ prompt: 'x', seed: 1, model: 'm', service: 's', created_at: 'yesterday' }),
    JSON.stringify({ prompt: 'x'.repeat(50_000), seed: 1, model: 'm', service: 's', created_at: '2026-01-01' }),
  ])('is null for what is not ours: %s', (json) => {
    expect(readImageMetadata(png(xmpOf(json)))).toBeNull();
  });

  it('is null without it, and leaves out wrong members', () => {
    expect(readImageMetadata(png('<x/>'))).toBeNull();
    expect(readImageMetadata(new Uint8Array())).toBeNull();
    const json = {
      prompt: '',
      seed: 1,
      steps: 'many',
      cfg_scale: null,
      model: 'm',
      service: 's',
      created_at: '2026-01-01',
    };
    const read = readImageMetadata(png(xmpOf(JSON.stringify(json))));
    expect(read).toEqual({ prompt: '', seed: 1, model: 'm', service: 's', createdAtMs: Date.UTC(2026, 0) });
  });

  it('never throws, whatever the bytes are', () => {
    const start = fc.constantFrom('\x89PNG\r\n\x1a\n', '\xff\xd8', 'RIFF\0\0\0\0WEBP', '');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        readImageMetadata(joined(head, rest));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws for damaged files', () => {
    const edits = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...FILES), edits, fc.nat(2_000), (file, changes, cut) => {
        const bytes = file(xmpOf(writeSettings(METADATA)));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const read = readImageMetadata(bytes.subarray(0, cut));
        if (read) expect(typeof read.prompt).toBe('string');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found quickly in a file of tiny chunks', () => {
    const tiny = pngChunk('tEXt', new Uint8Array());
    const file = joined('\x89PNG\r\n\x1a\n', Buffer.concat(Array.from({ length: 200_000 }, () => tiny)));
    const startedMs = performance.now();
    expect(readImageMetadata(file)).toBeNull();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});
