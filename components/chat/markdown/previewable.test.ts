import { expect, it } from 'vitest';
import { isPreviewable } from './previewable';

it('is HTML or SVG that has come whole', () => {
  expect(isPreviewable('html', '<!doctype html>\n<p>Hi</p>\n')).toBe(true);
  expect(isPreviewable('html', '<button onclick="alert(1)">Hi</button>')).toBe(true);
  expect(isPreviewable('svg', '<svg viewBox="0 0 1 1"></svg>')).toBe(true);
  expect(isPreviewable('xml', '<?xml version="1.0"?>\n<svg></svg>')).toBe(true);
});

it('is nothing else, and no part', () => {
  for (const [language, code] of [
    ['html', '<p>Hi</p'],
    ['html', 'Hi'],
    ['html', ''],
    ['svg', '<svg><path d="M0'],
    ['xml', '<note></note>'],
    ['python', '<p>Hi</p>'],
    ['html', `<p>${'a'.repeat(1_000_000)}</p>`],
  ] as const)
    expect(isPreviewable(language, code)).toBe(false);
});
