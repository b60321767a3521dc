import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressStatic } from './compress-static.mjs';

const CODE = 'export const figures = [1, 2, 3];\n'.repeat(100);
/** @type {string} */
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-compress-'));
  mkdirSync(join(folder, 'chunks'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('writes both compressed forms next to files that benefit, and nothing else', async () => {
  writeFileSync(join(folder, 'chunks', 'page.js'), CODE);
  writeFileSync(join(folder, 'chunks', 'tiny.js'), '1;');
  writeFileSync(join(folder, 'face.woff2'), CODE);
  await compressStatic(folder);
  const page = join(folder, 'chunks', 'page.js');
  expect(brotliDecompressSync(readFileSync(`${page}.br`)).toString()).toBe(CODE);
  expect(gunzipSync(readFileSync(`${page}.gz`)).toString()).toBe(CODE);
  for (const name of ['chunks/tiny.js', 'face.woff2']) expect(existsSync(join(folder, `${name}.br`))).toBe(false);
});
