import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PREVIEW_PATH, previewHeaders, SCRIPTED_PREVIEW_PATH } from './preview-frame';

const documentAt = (path: string) => readFileSync(`public${path}`, 'utf8');
const policyOf = (path: string) => previewHeaders(path)?.['content-security-policy']?.split('; ') ?? [];

it('allows no script but the one that receives what is shown', () => {
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(documentAt(PREVIEW_PATH)) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policyOf(PREVIEW_PATH)).toContain(`script-src 'sha256-${hash}'`);
});

it('allows all scripts in the same document at the other path', () => {
  expect(documentAt(SCRIPTED_PREVIEW_PATH)).toBe(documentAt(PREVIEW_PATH));
  expect(policyOf(SCRIPTED_PREVIEW_PATH)).toContain("script-src 'unsafe-inline'");
});

it('has no network, and nothing for other paths', () => {
  for (const path of [PREVIEW_PATH, SCRIPTED_PREVIEW_PATH]) {
    expect(policyOf(path)).toContain("default-src 'none'");
    expect(previewHeaders(path)).toMatchObject({ 'connection-allowlist': '()', 'cache-control': 'no-store' });
  }
  expect(previewHeaders('/icon.svg')).toBeUndefined();
});
