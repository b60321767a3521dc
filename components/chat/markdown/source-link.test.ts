import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withReferences } from '@/lib/client/chat/answer/references';
import Renderer from './renderer';
import { SourcesContext } from './source-link';

const SOURCES = [{ url: 'https://example.org/a', title: 'Tides "at" noon' }];

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(
      SourcesContext,
      { value: SOURCES },
      createElement(Renderer, { text: withReferences(text, SOURCES), growing: false }),
    ),
  );

it('shows a reference as a numbered link with its title', () => {
  const result = html('At noon.[REF]0[/REF]');
  expect(result).toContain('class="source-link"');
  expect(result).toContain('aria-label="Source 1: Tides &quot;at&quot; noon"');
  expect(result).toContain('href="https://example.org/a"');
  expect(result).toContain('rel="noopener noreferrer"');
});

it('shows any other link as it is, even with a number', () => {
  expect(html('See [1](https://evil.example/) and [2](https://example.org/a).')).not.toContain('source-link');
  expect(html('At noon.[REF]7[/REF]')).not.toContain('<a ');
});
