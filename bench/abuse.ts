/**
 * `npm run -s bench -- abuse [NAME …] [--rounds=3]`: what an attack by one caller costs another account: the time of its requests,
 * the longest stall of the server's event loop, and the server's memory, each compared with the same traffic sent to a
 * server that does nothing (with few cores, that alone slows everybody down). Medians of several rounds, each of some
 * 35 minutes with all attacks. Attacks run in a separate process and end by themselves. Prints Markdown and one line of
 * JSON, and meanwhile a line for each attack; never fails because of a slow result.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { admin, createKey } from '../e2e/support/operator';
import { type FareboxServer, startFarebox } from '../e2e/support/server';
import { startSlowModel } from '../e2e/support/slow-model';
import { startAttack, startSink } from './abuse/attacker';
import type { Target } from './abuse/attack';
import { ATTACKS } from './abuse/attacks';
import { EMBEDDED_MODEL, measure, type Measured, METRICS_TOKEN, VICTIMS } from './abuse/measure';
import { startEvilSite } from './abuse/evil-site';
import { startSlowBase } from './abuse/slow-base';
import { median } from './report/median';
import { givenNames, numberOption } from './report/options';
import { table } from './report/table';

const ROUNDS = numberOption('rounds', 3);
const RUN_MS = 3_000;
/** How long an attack takes to reach full strength, and the server to recover from it. */
const WARM_UP_MS = 1_500;
const RECOVERY_MS = 1_000;
const RATIO_BOUND = 2;

const wanted = givenNames();
const names = Object.keys(ATTACKS).filter((name) => wanted.length === 0 || wanted.includes(name));
if (names.length === 0) throw new Error(`No such attack. There are: ${Object.keys(ATTACKS).join(', ')}.`);

type Row = { name: string; without: Measured[]; under: Measured[] };

const model = await startSlowModel();
const folder = mkdtempSync(join(tmpdir(), 'farebox-abuse-'));
const base = await startSlowBase();
const evil = await startEvilSite();
const server = await startServer(model.baseUrl, evil.host);
base.forget();
const sink = await startSink();
try {
  const [modest, greedy, alsoGreedy] = [
    await makeAccount('modest'),
    await makeAccount('greedy'),
    await makeAccount('also-greedy'),
  ];
  const { payTo } = base;
  const target: Target = {
    url: server.url,
    greedy,
    alsoGreedy,
    penniless: await createKey(server),
    payTo,
    evilHost: evil.host,
  };
  const rows: Row[] = names.map((name) => ({ name, without: [], under: [] }));
  for (const body of Object.values(VICTIMS)) await measure(server, modest, body, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const row of rows) {
      row.without.push(await underAttack(row.name, { ...target, url: sink.url }, modest));
      row.under.push(await underAttack(row.name, target, modest));
      console.error(progressOf(row));
    }
  }
  report(rows);
} finally {
  sink.stop();
  await server.stop();
  await base.stop();
  evil.stop();
  await model.stop();
  rmSync(folder, { recursive: true });
}

async function underAttack(name: string, target: Target, key: string): Promise<Measured> {
  const { warmUpMs = WARM_UP_MS, victim = 'chat' } = ATTACKS[name] ?? {};
  const attacker = startAttack(name, warmUpMs + RUN_MS, target);
  const exited = once(attacker, 'exit');
  await sleep(warmUpMs);
  const measured = await measure(server, key, VICTIMS[victim], RUN_MS);
  attacker.kill();
  await exited;
  await sleep(RECOVERY_MS);
  return measured;
}

function startServer(baseUrl: string, evilHost: string): Promise<FareboxServer> {
  const file = join(folder, 'service.json');
  const many = { rpm: 1_000_000_000 };
  const noLimit = {
    text_XS: { ...many, tpm: 1_000_000_000_000 },
    image: many,
    augment_scrape: many,
    augment_text_parser: many,
  };
  // Its upstream knows no images: what is measured is what happens before it is called.
  const upstreams = [{ provider: 'scripted', model: 'editor' }];
  const editor = { id: 'editor', type: 'inpaint', traits: ['default'], upstreams, price: { inpaint: '0.01' } };
  writeFileSync(
    file,
    JSON.stringify({
      providers: { scripted: { kind: 'openai-compatible', base_url: baseUrl } },
      models: [editor, ...['quick', 'long', 'sure'].map(textModel)],
      accounts: Object.fromEntries(['modest', 'greedy', 'also-greedy'].map((name) => [`${name}@example.com`, noLimit])),
    }),
  );
  return startFarebox({
    OWNER_EMAIL: 'owner@example.com',
    OWNER_PASSWORD: 'correct horse battery',
    WELCOME_CREDIT_USD: '0',
    EMBEDDED_MODELS: EMBEDDED_MODEL,
    SERVICE_FILE: file,
    TRUST_PROXY: '1',
    PRIVATE_PAGE_HOSTS: evilHost,
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
    ...base.settings,
  });
}

async function makeAccount(name: string): Promise<string> {
  const email = `${name}@example.com`;
  await admin(server, 'account', 'create', '--email', email);
  await admin(server, 'credit', '--email', email, '--usd', '1000');
  return String((await admin(server, 'key', 'create', '--email', email, '--type', 'INFERENCE')).apiKey);
}

function progressOf({ name, without, under }: Row): string {
  const [before, after] = [without.at(-1), under.at(-1)];
  return `${under.length} of ${ROUNDS} · ${name}: × ${((after?.p50 ?? 0) / (before?.p50 ?? 1)).toFixed(2)}`;
}

function report(rows: Row[]): void {
  const of = (all: Measured[], pick: keyof Measured) => median(all.map((one) => one[pick]));
  const lines = rows.map(({ name, without, under }) => ({
    name,
    p50: of(under, 'p50') / of(without, 'p50'),
    p99: of(under, 'p99') / of(without, 'p99'),
    p50Ms: of(under, 'p50'),
    stallMs: of(under, 'stallMs'),
    stallWithoutMs: of(without, 'stallMs'),
    peakMegabytes: Math.max(...under.map(({ peakMegabytes }) => peakMegabytes)),
  }));
  console.log(
    `Node ${process.version}, medians of ${ROUNDS} rounds; × compares with the same traffic to a server that does nothing.\n`,
  );
  table(
    ['attack', 'another account’s p50', 'p99', 'longest stall', 'without attack', 'peak memory'],
    lines.map((line) => [
      line.name,
      `${line.p50Ms.toFixed(1)} ms (× ${line.p50.toFixed(2)})${line.p50 > RATIO_BOUND ? ' !' : ''}`,
      `× ${line.p99.toFixed(2)}`,
      `${line.stallMs.toFixed(0)} ms`,
      `${line.stallWithoutMs.toFixed(0)} ms`,
      `${line.peakMegabytes} MB`,
    ]),
  );
  console.log(JSON.stringify({ bench: 'abuse', lines }));
}

function textModel(id: string) {
  return {
    id,
    upstreams: [{ provider: 'scripted', model: id }],
    price: { input: '0.10', output: '0.20' },
    context: 100_000_000,
    default_completion: 100,
    capabilities: ['vision', 'logprobs'],
  };
}
