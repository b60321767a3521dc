import { cpus, loadavg } from 'node:os';
import { BATCH, type Speed } from './measure';
import type { Effort } from './databases';
import type { OneByOneRow } from './one-by-one';
import { median } from '../report/median';
import { table } from '../report/table';

/** A charge compared with the bare statement. */
export type ChargeRow = { database: string; payers: string; concurrent: number; ours: Speed; bare: Speed };
/** Rows per second in sets. */
export type SetRow = { database: string; payers: string; bare: number; held: number; settled: number };
/** Per request. */
export type EffortRow = Effort & { database: string; concurrent: number };
/** The result of the audit. */
export type Audit = { database: string; ok: boolean; requests: number; chargedUsd: string; chargedDiem: string };

/** All measurements; `charges`, `sets`, and `oneByOne` by round, each round with the same rows in the same order. */
export type Results = {
  charges: ChargeRow[][];
  sets: SetRow[][];
  oneByOne: OneByOneRow[][];
  efforts: EffortRow[];
  audits: Audit[];
};

/** Medians over the rounds, as Markdown tables and one line of JSON. */
export function printReport({ charges, sets, oneByOne, efforts, audits }: Results): void {
  const chargeMedians = byRow(charges).map(chargeMedian);
  const setMedians = byRow(sets).map(setMedian);
  const oneByOneMedians = medianOverPayers(byRow(oneByOne).map(oneByOneMedian));
  const machine = { node: process.version, cores: cpus().length, load: loadavg()[0] ?? 0, rounds: sets.length };
  const load = machine.load.toFixed(1);
  console.log(`Node ${machine.node}, ${machine.cores} cores, load ${load}, medians of ${machine.rounds} rounds\n`);
  console.log(
    'A charge (hold, settle) compared with the bare statement: one durable insert, or bare debits that share commits.\n',
  );
  table(
    ['database', 'payers', 'at once', 'requests/s', 'p50', 'p99', 'bare/s', 'bare p50', 'rate ÷ bare', 'added p50'],
    chargeMedians.map((row) => [
      ...[row.database, row.payers, String(row.concurrent)],
      ...[formatRate(row.perSecond), ms(row.p50Ms), ms(row.p99Ms), formatRate(row.barePerSecond), ms(row.bareP50Ms)],
      ...[row.ratio.toFixed(2), ms(row.addedMs)],
    ]),
  );
  console.log(`Sets of ${BATCH}, one statement after the other, rows per second.\n`);
  table(
    ['database', 'payers', 'settled/s', 'held/s', 'bare debits/s', 'settled ÷ bare', 'held ÷ bare'],
    setMedians.map((row) => [
      ...[row.database, row.payers, formatRate(row.settled), formatRate(row.held), formatRate(row.bare)],
      ...[row.settledRatio.toFixed(2), row.heldRatio.toFixed(2)],
    ]),
  );
  console.log('How many times as long it takes if holds are placed one by one; median over the payers.\n');
  table(
    ['database', 'work', 'one by one ÷ as a set', 'of single payers'],
    oneByOneMedians.map(({ database, work, ratio, least, most }) => [
      ...[database, work, ratio.toFixed(2), `${least.toFixed(2)}–${most.toFixed(2)}`],
    ]),
  );
  console.log('Per request: transactions that wrote, and flushes of the write-ahead log.\n');
  table(
    ['database', 'at once', 'commits', 'flushes'],
    efforts.map(({ database, concurrent, commits, flushes }) => [
      ...[database, String(concurrent), commits.toFixed(3), flushes.toFixed(3)],
    ]),
  );
  for (const { database, ok, requests, chargedUsd, chargedDiem } of audits) {
    const verdict = ok ? 'the amounts match' : 'THE AMOUNTS DO NOT MATCH';
    console.log(`${database}: ${verdict}: ${requests} requests, ${chargedUsd} USD and ${chargedDiem} DIEM charged.`);
  }
  console.log(
    `\n${JSON.stringify({ bench: 'ledger', ...machine, charges: chargeMedians, sets: setMedians, oneByOne: oneByOneMedians, efforts, audits })}`,
  );
}

function chargeMedian(rows: ChargeRow[]) {
  const of = (pick: (row: ChargeRow) => number) => median(rows.map(pick));
  return {
    ...namesOf(rows),
    concurrent: of(({ concurrent }) => concurrent),
    perSecond: of(({ ours }) => ours.perSecond),
    p50Ms: of(({ ours }) => ours.p50Ms),
    p99Ms: of(({ ours }) => ours.p99Ms),
    barePerSecond: of(({ bare }) => bare.perSecond),
    bareP50Ms: of(({ bare }) => bare.p50Ms),
    ratio: of(({ ours, bare }) => ours.perSecond / bare.perSecond),
    addedMs: of(({ ours, bare }) => ours.p50Ms - bare.p50Ms),
  };
}

function setMedian(rows: SetRow[]) {
  const of = (pick: (row: SetRow) => number) => median(rows.map(pick));
  return {
    ...namesOf(rows),
    settled: of(({ settled }) => settled),
    held: of(({ held }) => held),
    bare: of(({ bare }) => bare),
    settledRatio: of(({ settled, bare }) => settled / bare),
    heldRatio: of(({ held, bare }) => held / bare),
  };
}

function oneByOneMedian(rows: OneByOneRow[]): OneByOneRow {
  const [{ work } = { work: '' }] = rows;
  return { ...namesOf(rows), work, ratio: median(rows.map(({ ratio }) => ratio)) };
}

/** The same work of all payers as one row. */
function medianOverPayers(rows: OneByOneRow[]) {
  const keyOf = ({ database, work }: OneByOneRow) => `${database} ${work}`;
  return [...new Set(rows.map(keyOf))].map((key) => {
    const group = rows.filter((row) => keyOf(row) === key);
    const [{ database, work } = { database: '', work: '' }] = group;
    const ratios = group.map(({ ratio }) => ratio);
    return { database, work, ratio: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
  });
}

function namesOf(rows: { database: string; payers: string }[]): { database: string; payers: string } {
  const [{ database, payers } = { database: '', payers: '' }] = rows;
  return { database, payers };
}

/** The same row of all rounds together. */
function byRow<T>(rounds: T[][]): T[][] {
  return (rounds[0] ?? []).map((_, index) => rounds.flatMap((round) => round[index] ?? []));
}

function formatRate(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
