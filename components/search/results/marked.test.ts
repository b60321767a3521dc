import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Marked } from './marked';

it('marks words, and shows markup as text', () => {
  const html = renderToStaticMarkup(
    createElement(Marked, { text: 'Tide <img src=x onerror=alert(1)>', query: 'tide' }),
  );
  expect(html).toMatch(/^<mark [^>]*>Tide<\/mark>/);
  expect(html).toContain('&lt;img');
  expect(html).not.toContain('<img');
});
