import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Sources } from './sources';

const shown = (web: 'search' | 'links', question: string) =>
  renderToStaticMarkup(createElement(Sources, { citations: [], web, question })).replace(/<[^>]+>/g, '');

it('says under an answer that nothing was found, or which links could not be read', () => {
  expect(shown('search', 'zebra quantum pancake recipe')).toBe('The search found nothing.');
  expect(shown('links', 'Sum up https://example.org/a')).toBe('Could not be read, not charged: https://example.org/a');
});
