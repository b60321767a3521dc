import { expect, it } from 'vitest';
import { previewKind } from './preview-kind';

it('is HTML, an SVG image, or a diagram that has come whole', () => {
  expect(previewKind('html', '<!doctype html>\n<p>Hi</p>\n')).toBe('html');
  expect(previewKind('html', '<button onclick="alert(1)">Hi</button>')).toBe('html');
  expect(previewKind('svg', '<svg viewBox="0 0 1 1"></svg>')).toBe('svg');
  expect(previewKind('xml', '<?xml version="1.0"?>\n<svg></svg>')).toBe('svg');
  expect(previewKind('mermaid', 'graph TD\n  A --> B')).toBe('diagram');
});

it('is nothing else, and no part', () => {
  for (const [language, code] of [
    ['html', '<p>Hi</p'],
    ['html', 'Hi'],
    ['html', ''],
    ['svg', '<svg><path d="M0'],
    ['xml', '<note></note>'],
    ['mermaid', ' '],
    ['python', '<p>Hi</p>'],
    ['html', `<p>${'a'.repeat(1_000_000)}</p>`],
  ] as const)
    expect(previewKind(language, code)).toBeNull();
});
