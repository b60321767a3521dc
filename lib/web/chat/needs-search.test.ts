import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { needsSearch } from './needs-search';

const YEAR = 2026;
const questions = JSON.parse(readFileSync('bench/web-auto/questions.json', 'utf8')) as {
  question: string;
  search: boolean;
}[];

it('decides at least 85 of 100 questions of each kind together, and 80 percent of each, as a person would', () => {
  const wrong = questions.filter(({ question, search }) => needsSearch(question, YEAR) !== search);
  const listed = wrong.map(({ question }) => question).join('\n');
  expect(questions).toHaveLength(100);
  expect(wrong.length, listed).toBeLessThanOrEqual(15);
  for (const search of [true, false]) {
    const ofKind = questions.filter((one) => one.search === search).length;
    expect(wrong.filter((one) => one.search === search).length, listed).toBeLessThanOrEqual(ofKind / 5);
  }
});

it('does not search for long texts, code, or nothing', () => {
  for (const text of ['', ' ', '```\nlatest news\n```\nFix it', `${'word '.repeat(500)} latest news today`]) {
    expect(needsSearch(text, YEAR)).toBe(false);
  }
});

it('knows which years are not over', () => {
  expect(needsSearch('Landtagswahl 2026', YEAR)).toBe(true);
  expect(needsSearch('Landtagswahl 2006', YEAR)).toBe(false);
});

it('takes no longer for hostile texts', () => {
  const began = performance.now();
  for (const piece of ['who is ', 'find me ', '20', ' ', '{;\n']) needsSearch(piece.repeat(600), YEAR);
  expect(performance.now() - began).toBeLessThan(500);
});
