import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { TOAST_STYLE_HASHES } from './toast-style';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

it('names the style sheet of the installed sonner', () => {
  const folder = createRequire(import.meta.url)
    .resolve('sonner')
    .replace(/[^/]+$/, '');
  const source = readFileSync(`${folder}index.mjs`, 'utf8');
  const call = /^__insertCSS\((".*")\);?$/m.exec(source);
  const sheet: unknown = JSON.parse(call?.[1] ?? 'null');
  expect(typeof sheet).toBe('string');
  expect(TOAST_STYLE_HASHES).toEqual([hashOf(''), hashOf(String(sheet))]);
});
