import { expect, it } from 'vitest';
import { fenceFilter } from './fence-filter';
import { writeSources } from './write-sources';

function filtered(pieces: readonly string[]): string {
  const filter = fenceFilter();
  return pieces.map(filter.push).join('') + filter.end();
}

const { text: prompt } = writeSources(
  [{ title: 'T', url: 'https://example.org/', content: 'c', date: '' }],
  4_000,
  false,
);
const [OPEN = ''] = /<web-sources-\w+>/.exec(prompt) ?? [];

const CASES: [text: string, becomes: string][] = [
  [`Lit in 1896 ${OPEN}`, 'Lit in 1896 '],
  [`${OPEN}Noon.${OPEN.replace('<', '</')} Six.`, 'Noon. Six.'],
  ['Cut <web-sources-f42ae', 'Cut '],
  ['Cut </web-sour', 'Cut </web-sour'],
  ['<WEB-SOURCES-F42AEBE57BB90212>x', 'x'],
  ['1 < 2, <web>, <<b> </web-sourc>', '1 < 2, <web>, <<b> </web-sourc>'],
  ['', ''],
];

it.each(CASES)('%j becomes %j, wherever it is split', (text, becomes) => {
  expect(filtered([text])).toBe(becomes);
  expect(filtered([...text])).toBe(becomes);
  for (let at = 1; at < text.length; at += 1) expect(filtered([text.slice(0, at), text.slice(at)])).toBe(becomes);
});

it('holds nothing back that cannot become a mark', () => {
  const { push } = fenceFilter();
  expect([push('a < b'), push('<we'), push('ek>'), push('<b')]).toEqual(['a < b', '', '<week>', '<b']);
});
