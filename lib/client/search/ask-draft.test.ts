import { expect, it } from 'vitest';
import { askDraft, MAX_SOURCES } from './ask-draft';

const source = (at: number) => ({
  title: `Title ${at}`,
  url: `https://example.org/${at}`,
  content: `Excerpt <b>${at}</b>`,
});

it('quotes each source under its number and address', () => {
  expect(askDraft(' When is high water? ', [source(1), { ...source(2), page: '# Tides\n\nAt noon.' }])).toBe(
    [
      'When is high water?',
      'Answer from the sources below, and name the number of each source that you use.',
      '1. https://example.org/1\n> Title 1\n> Excerpt 1',
      '2. https://example.org/2\n> Title 2\n> # Tides\n>\n> At noon.',
    ].join('\n\n'),
  );
});

it('is bounded, whatever was read', () => {
  const pages = Array.from({ length: 30 }, (_, at) => ({ ...source(at), page: 'word '.repeat(50_000) }));
  const draft = askDraft('query', pages);
  expect(draft.length).toBeLessThan(26_000);
  expect(draft).toContain(`\n${MAX_SOURCES}. `);
  expect(draft).not.toContain(`\n${MAX_SOURCES + 1}. `);
});
