/**
 * `npm run bench -- web-auto`: how often the classifier of `enable_web_search: auto` decides as a person would, on the
 * fixed questions in web-auto/questions.json, and what it takes. The questions were written with the classifier, so they
 * show what it was made for, not how it does on questions of others. No model takes part.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsSearch } from '../lib/web/chat/needs-search';
import { table } from './report/table';

type Question = { question: string; search: boolean };

/** The year for which the questions were written. */
const YEAR = 2026;
const ROUNDS = 200;

const questions = JSON.parse(readFileSync(join(import.meta.dirname, 'web-auto/questions.json'), 'utf8')) as Question[];

const began = performance.now();
for (let round = 0; round < ROUNDS; round += 1) for (const { question } of questions) needsSearch(question, YEAR);
const microseconds = ((performance.now() - began) * 1_000) / (ROUNDS * questions.length);

const isRight = ({ question, search }: Question) => needsSearch(question, YEAR) === search;
const rowOf = (name: string, asked: Question[]) => [name, `${asked.filter(isRight).length} of ${asked.length}`];
table(
  ['questions', 'decided right'],
  [
    rowOf('all', questions),
    rowOf(
      'that need a search',
      questions.filter(({ search }) => search),
    ),
    rowOf(
      'that do not',
      questions.filter(({ search }) => !search),
    ),
  ],
);
console.log(`${microseconds.toFixed(1)} µs per question`);
for (const one of questions.filter((each) => !isRight(each))) {
  console.log(`wrong: ${one.question} (${one.search ? 'needs a search' : 'needs none'})`);
}
