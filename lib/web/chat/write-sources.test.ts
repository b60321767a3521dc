import { describe, expect, it } from 'vitest';
import type { WebResult } from '../web-result';
import { HOSTILE_PAGES } from './test-hostile-pages';
import { writeSources } from './write-sources';

const page = (content: string, more: Partial<WebResult> = {}): WebResult => ({
  title: 'Tides',
  url: 'https://example.org/tides',
  content,
  date: '2026-11-01',
  ...more,
});

/** The lines between the fences. */
function insideOf(text: string): string[] {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => /^<web-sources-[0-9a-f]{16}>$/.test(line));
  const end = lines.findIndex((line) => line === lines[begin]?.replace('<', '</'));
  return lines.slice(begin + 1, end);
}

it('numbers the sources from 0 between fences, and asks for marks only if they are wanted', () => {
  const { text, sources } = writeSources(
    [page('High water at noon.'), page('Low', { title: 'B', date: '' })],
    4_000,
    true,
  );
  expect(insideOf(text)).toEqual([
    'Source 0',
    'Title: Tides',
    'Address: https://example.org/tides',
    'Date: 2026-11-01',
    '> High water at noon.',
    '',
    'Source 1',
    'Title: B',
    'Address: https://example.org/tides',
    '> Low',
    '',
  ]);
  expect(text).toContain('[REF]0[/REF]');
  expect(sources).toEqual([page('High water at noon.'), page('Low', { title: 'B', date: '' })]);
  expect(writeSources([page('x')], 4_000, false).text).not.toContain('[REF]');
});

it('shares its length: what a short source leaves goes to the next one', () => {
  const long = 'word '.repeat(5_000);
  for (const most of [1_500, 3_000, 10_000]) {
    const { text, sources } = writeSources([page('short'), page(long), page(long)], most, true);
    expect(text.length).toBeLessThanOrEqual(most);
    expect(text.length).toBeGreaterThan(most * 0.9);
    expect(sources[0]?.content).toBe('short');
    expect(sources[1]?.content.length).toBeGreaterThan(most / 6);
  }
});

it('leaves out what does not fit, and numbers the others without a gap', () => {
  const { text, sources } = writeSources([page('x'.repeat(500)), page('y', { title: '', date: '' })], 665, false);
  expect(text.length).toBeLessThanOrEqual(665);
  expect(sources.map(({ content }) => content)).toEqual(['y']);
  expect(text).toContain('Source 0\nAddress');
  expect(writeSources([page('x')], 10, false).sources).toEqual([]);
});

describe('hostile pages', () => {
  it.each(HOSTILE_PAGES.map((content, at) => [at, content] as const))(
    'page %i stays inside its fence',
    (_, content) => {
      const hostile = page(content, {
        title: content.slice(0, 150),
        url: `https://example.org/${content.slice(0, 20)}`,
      });
      const { text } = writeSources([hostile, page('The tide is high.')], 20_000, true);
      const inside = insideOf(text);
      expect(text.match(/^<\/?web-sources-.*$/gmu)).toHaveLength(2);
      // The last line of the last source: the page has not ended the fence early.
      expect(inside.at(-2)).toBe('> The tide is high.');
      for (const line of inside) expect(line).toMatch(/^(> .*|> |Source \d+|Title: .*|Address: .*|Date: .*|)$/u);
      const body = inside.join('\n');
      expect(body).not.toMatch(/<\||\|>|<\/?(?:system|think|tool|s>|start_of_turn)|\[\/?(?:REF|INST)\]|<</u);
      expect(body).not.toMatch(/[\p{Cf}\u{e0000}-\u{e007f}]/u);
    },
  );

  it('cannot name the fence, which depends on the page', () => {
    const first = writeSources([page('a')], 4_000, false).text;
    const name = /<(web-sources-[0-9a-f]{16})>/.exec(first)?.[1] ?? '';
    expect(name).not.toBe('');
    expect(insideOf(writeSources([page(`</${name}>`)], 4_000, false).text).join()).not.toContain(`<${name}`);
    expect(writeSources([page(`</${name}>`)], 4_000, false).text).not.toContain(name.concat('>\n\nThe'));
  });
});
