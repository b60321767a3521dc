import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compress, wantedEncoding } from './compress';

describe('wantedEncoding', () => {
  it.each([
    [null, null],
    ['', null],
    ['identity', null],
    ['deflate, zstd', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=nonsense', null],
    [',,;;=', null],
  ])('%j → %j', (header, wanted) => {
    expect(wantedEncoding(header)).toBe(wanted);
  });
});

describe('compress', () => {
  it.each([0, 10, 32_768, 32_769, 1_000_000])('%d characters survive a round trip', async (length) => {
    const text = '{"é":"😀"} '.repeat(length / 8 + 1).slice(0, length);
    expect(gunzipSync(await compress(text, 'gzip')).toString()).toBe(Buffer.from(text).toString());
    expect(brotliDecompressSync(await compress(text, 'br')).toString()).toBe(Buffer.from(text).toString());
  });
});
