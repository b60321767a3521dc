/**
 * `npm run bench -- web-auto`: how often the classifier of `enable_web_search: auto` decides as a person would, on the
 * fixed questions in web-auto/questions.json, and what it takes. The questions were written with the classifier, so they
 * show what it was made for, not how it does on questions of others. No model takes part.
 *
 * `npm run bench -- web-auto --url=http://127.0.0.1:1234/v1 --model=NAME [--questions=10]` also asks a model of an
 * OpenAI-compatible server, with the function that `auto` offers; the key is in `UPSTREAM_API_KEY`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryOf, SEARCH_TOOL } from '../lib/chat/web/decide/search-tool';
import { makeOpenAiCompatible } from '../lib/providers/openai-compatible/provider';
import { needsSearch } from '../lib/web/chat/needs-search';
import { numberOption, textOption } from './report/options';
import { table } from './report/table';

type Question = { question: string; search: boolean };

/** The year for which the questions were written. */
const YEAR = 2026;
const ROUNDS = 200;
/** Enough for a call; an answer is not read to its end. */
const MODEL_TOKENS = 256;

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

const [url, model] = [textOption('url'), textOption('model')];
if (url !== undefined && model !== undefined) await measureModel(url, model, numberOption('questions', 10));

/** Every n-th question, so that both kinds are among them. */
async function measureModel(baseUrl: string, name: string, count: number): Promise<void> {
  const step = Math.max(1, Math.floor(questions.length / count));
  const asked = questions.filter((_, at) => at % step === 0).slice(0, count);
  const answers: { question: Question; searches: boolean | null }[] = [];
  const start = performance.now();
  for (const question of asked) answers.push({ question, searches: await askModel(baseUrl, name, question.question) });
  const right = answers.filter(({ question, searches }) => searches === question.search);
  const unread = answers.filter(({ searches }) => searches === null);
  console.log(`${name}: ${right.length} of ${asked.length} decided right, ${unread.length} calls could not be read`);
  console.log(`${((performance.now() - start) / asked.length).toFixed(0)} ms per question`);
}

/** Whether a model searches for a question; null if its call cannot be read. */
async function askModel(baseUrl: string, name: string, question: string): Promise<boolean | null> {
  const { chat } = makeOpenAiCompatible({ id: 'bench', baseUrl, apiKey: process.env.UPSTREAM_API_KEY });
  if (!chat) throw new Error('no chat');
  const calls = new Map<number, { name: string; arguments: string }>();
  const parts = chat({
    model: name,
    messages: [{ role: 'user', content: question }],
    sampling: { temperature: 0 },
    maxTokens: MODEL_TOKENS,
    stop: [],
    choices: 1,
    tools: [SEARCH_TOOL],
    extra: {},
    signal: new AbortController().signal,
  });
  for await (const list of parts) {
    for (const part of list) {
      if (part.type !== 'tool_call') continue;
      const call = calls.get(part.index) ?? { name: part.name ?? '', arguments: '' };
      calls.set(part.index, { ...call, arguments: call.arguments + (part.arguments ?? '') });
    }
  }
  const [call] = calls.values();
  return call === undefined ? false : queryOf(call) === null ? null : true;
}
