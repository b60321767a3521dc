/**
 * `npm run bench -- chat [model] [--download]`: the overhead of our engine over its library, for each embedded model. The same prompt,
 * sampling, model, and threads, alternately by `generateChat` with its child process and by node-llama-cpp in a separate
 * process. Tokens per second, milliseconds to the first token of a prompt that is new or known, and what grammars and log
 * probabilities cost. Medians; prints Markdown and one line of JSON, and fails only if the prompts or the lengths of the
 * answers differ. Their texts may: our batches are bounded by time as well as by tokens, and others round differently.
 * Then how long a start takes until the model answers and, only with `--download`, because that connects to the sources
 * of the weights, how long they take to arrive in an empty folder.
 */
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { openDirect, serveDirect } from './chat/direct';
import { answerOurs, closeOurs, engineMegabytes, openOurs } from './chat/ours';
import { type Download, measureDownload, measureStarts } from './chat/starts';
import { type Reading, THREADS, TOKENS } from './chat/tasks';
import { CHAT_MODELS, type ChatModelEntry } from '../lib/engines/manifest';
import { median } from './report/median';
import { table } from './report/table';

const ROUNDS = 7;

const PERSON = {
  type: 'object',
  properties: { name: { type: 'string' }, story: { type: 'string', minLength: 2_000 } },
  required: ['name', 'story'],
};

/** Kinds of answers that only our side is measured with. */
const KINDS = [
  { name: 'text', more: {} },
  { name: 'structured output', more: { responseFormat: { type: 'json_schema', name: 'fox', schema: PERSON } } },
  { name: 'log probabilities', more: { logprobs: { top: 5 } } },
] as const;

/** One round: both sides with a prompt that is new and one that is known. */
type Round = { ours: Side; direct: Side; sameWork: boolean; sameText: boolean };
type Side = { perSecond: number; cpuMs: number; newMs: number; knownMs: number };

/** A model's ID measures that model only. */
const WITH_DOWNLOAD = process.argv.includes('--download');
const [job, modelPath = ''] = process.argv.slice(2).filter((argument) => argument !== '--download');
if (job === 'direct') await serveDirect(modelPath);
else
  for (const model of CHAT_MODELS.filter(({ id }) => job === undefined || job === id)) {
    await compare(model);
    await timeStarts(model);
  }

async function compare(model: ChatModelEntry): Promise<void> {
  const direct = await openDirect(fileURLToPath(import.meta.url), await openOurs(model));
  const rounds: Round[] = [];
  const kinds = KINDS.map(({ name }) => ({ name, perSecond: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The order alternates, so that other load on the machine affects both sides equally.
    const sides = [() => answerOurs(model.id, round), () => direct.answer(round)] as const;
    const [fresh, other] = await runInOrder(sides, round % 2 === 1);
    const [known, otherKnown] = await runInOrder(sides, round % 2 === 1);
    const pairs = [
      [fresh, other],
      [known, otherKnown],
    ] as const;
    const sameWork = pairs.every(([a, b]) => a.promptTokens === b.promptTokens && a.tokens === b.tokens);
    const sameText = pairs.every(([a, b]) => a.text === b.text);
    // The first round warms compilers and caches.
    if (round > 0) rounds.push({ ours: sideOf(fresh, known), direct: sideOf(other, otherKnown), sameWork, sameText });
    for (const [index, { more }] of KINDS.entries()) {
      const reading = await answerOurs(model.id, round, more);
      if (round > 0) kinds[index]?.perSecond.push(speedOf(reading));
    }
  }
  const megabytes = engineMegabytes();
  direct.close();
  await closeOurs();
  report(model, megabytes, rounds, kinds);
}

async function timeStarts(model: ChatModelEntry): Promise<void> {
  const { readyMs, answerMs } = await measureStarts(model);
  const download = WITH_DOWNLOAD ? await measureDownload(model) : null;
  table(
    ['model', 'ready after', 'first answer after', 'downloaded in'],
    [[model.id, seconds(readyMs), seconds(answerMs), download ? inWords(download) : '–']],
  );
}

function inWords({ ms: milliseconds, bytes, source }: Download): string {
  return `${seconds(milliseconds)} (${Math.round(bytes / 1e6)} MB, ${source})`;
}

async function runInOrder(
  [one, other]: readonly [() => Promise<Reading>, () => Promise<Reading>],
  reversed: boolean,
): Promise<[Reading, Reading]> {
  if (!reversed) return [await one(), await other()];
  const second = await other();
  return [await one(), second];
}

function sideOf(fresh: Reading, known: Reading): Side {
  const perSecond = (speedOf(fresh) + speedOf(known)) / 2;
  return { perSecond, cpuMs: known.cpuMs / known.tokens, newMs: fresh.firstMs, knownMs: known.firstMs };
}

/** Tokens per second after the first one. */
function speedOf({ firstMs, lastMs, tokens }: Reading): number {
  return ((tokens - 1) / (lastMs - firstMs)) * 1_000;
}

function report(
  { id }: ChatModelEntry,
  megabytes: number,
  rounds: Round[],
  kinds: { name: string; perSecond: number[] }[],
): void {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const ratio = of(({ ours, direct }) => ours.perSecond / direct.perSecond);
  const machine = { node: process.version, cores: cpus().length, load: loadavg()[0] ?? 0, rounds: rounds.length };
  const load = machine.load.toFixed(1);
  console.log(`${id}, ${THREADS} thread, answers of ${TOKENS} tokens; ${megabytes.toFixed(0)} MB.`);
  console.log(`Node ${machine.node}, ${machine.cores} cores, load ${load}, medians of ${machine.rounds} rounds\n`);
  table(
    ['path', 'tokens/s', 'processor time per token', 'first token, new prompt', 'first token, known prompt'],
    [
      row('generateChat with its child', (round) => round.ours),
      row('node-llama-cpp', (round) => round.direct),
      [
        'ours ÷ library',
        ratio.toFixed(3),
        of(({ ours, direct }) => ours.cpuMs / direct.cpuMs).toFixed(3),
        of(({ ours, direct }) => ours.newMs / direct.newMs).toFixed(2),
        of(({ ours, direct }) => ours.knownMs / direct.knownMs).toFixed(2),
      ],
    ],
  );
  const speeds = kinds.map(({ name, perSecond }) => ({ name, perSecond: median(perSecond) }));
  table(
    ['answer', 'tokens/s'],
    speeds.map(({ name, perSecond }) => [name, perSecond.toFixed(1)]),
  );
  const same = rounds.every(({ sameWork }) => sameWork);
  const texts = rounds.filter(({ sameText }) => sameText).length;
  console.log(`The texts are the same in ${texts} of ${rounds.length} rounds.`);
  if (!same) console.log('THE PROMPTS OR THE LENGTHS OF THE ANSWERS DIFFER: the two sides did not do the same work.');
  console.log(
    `\n${JSON.stringify({ bench: 'chat', model: id, megabytes, ...machine, ratio, speeds, same, results: rounds })}`,
  );
  if (!same) process.exitCode = 1;

  function row(name: string, side: (round: Round) => Side): string[] {
    const all = (pick: (side: Side) => number): number => of((round) => pick(side(round)));
    const speed = all(({ perSecond }) => perSecond).toFixed(1);
    return [
      name,
      speed,
      ms(
        all((s) => s.cpuMs),
        1,
      ),
      ms(all((s) => s.newMs)),
      ms(all((s) => s.knownMs)),
    ];
  }
}

function ms(value: number, digits = 0): string {
  return Number.isNaN(value) ? '–' : `${value.toFixed(digits)} ms`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
