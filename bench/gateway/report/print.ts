import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { hasWrk } from '../load/closed';
import type { Measurement, Memory } from '../measure';
import type { Options } from '../options';
import type { AuditResult } from '../types';
import { table } from '../../report/table';
import { figure, ms, auditSummary } from './markdown';
import { OTHER_GATEWAYS, type Row, rowsOf } from './medians';
import { plotOf } from './plot';
import { type Goal, goalsOf } from './targets';

/** All results of a run. */
export type Results = {
  options: Options;
  measurements: Measurement[];
  /** By subject, in the order of the tables. */
  memory: Record<string, Memory>;
  audits: Record<string, AuditResult>;
  /** Processor time of one settle, microseconds; null where it was not measured. */
  settleUs: number | null;
  /** What could not run, and what failed. */
  remarks: string[];
};

const FOLDER = join(import.meta.dirname, '..', '..', 'results');

/** Prints medians as Markdown tables, and writes `bench/results/gateway.json` and `gateway.svg`. */
export function report(results: Results): void {
  const rows = rowsOf(results.measurements, Object.keys(results.memory));
  const goals = goalsOf(rows, results.settleUs);
  const machine = { node: process.version, cores: cpus().length, load: loadavg()[0] ?? 0, tool: toolName() };
  const { rounds, seconds } = results.options;
  const summary = `load ${machine.load.toFixed(1)}, medians of ${rounds} rounds of ${seconds} s, closed loop by ${machine.tool}`;
  console.log(`Node ${machine.node}, ${machine.cores} cores, ${summary}\n`);
  for (const load of new Set(rows.map((row) => row.load))) printLoad(load, rows);
  printMemory(results.memory);
  printGoals(goals, results.settleUs);
  for (const [subject, audit] of Object.entries(results.audits)) console.log(`${auditSummary(subject, audit)}\n`);
  for (const remark of results.remarks) console.log(`${remark}\n`);
  mkdirSync(FOLDER, { recursive: true });
  const all = { bench: 'gateway', ...machine, ...results, rows, goals };
  writeFileSync(join(FOLDER, 'gateway.json'), `${JSON.stringify(all, null, 1)}\n`);
  writeFileSync(join(FOLDER, 'gateway.svg'), plotOf(rows));
  const { audits, settleUs } = results;
  console.log(JSON.stringify({ bench: 'gateway', ...machine, rounds, seconds, settleUs, goals, audits }));
}

function toolName(): string {
  return hasWrk() ? 'wrk' : 'autocannon';
}

function printLoad(load: string, rows: Row[]): void {
  const own = rows.filter((row) => row.load === load);
  const gateways = OTHER_GATEWAYS.filter((gateway) => own.some((row) => row.subject === gateway));
  const further = [...new Set(own.flatMap(({ more }) => Object.keys(more)))];
  console.log(`### ${load}\n`);
  table(
    [
      ...['load', 'subject', 'requests/s', ...gateways.map((gateway) => `× ${gateway}`), 'p50', 'p90', 'p99'],
      ...['added p50', 'added p90', 'added p99', 'processor µs', 'database µs', 'requests per processor s', 'errors'],
      ...further,
    ],
    own.map((row) => [
      ...[row.step, row.subject, figure(row.perSecond)],
      ...gateways.map((gateway) => figure(row.ratios[gateway] ?? Number.NaN, 2)),
      ...[ms(row.p50Ms), ms(row.p90Ms), ms(row.p99Ms)],
      ...[ms(row.added.p50Ms), ms(row.added.p90Ms), ms(row.added.p99Ms)],
      ...[figure(row.cpuUs), row.databaseCpuUs > 0 ? figure(row.databaseCpuUs) : '–', figure(row.perCpuSecond)],
      ...[figure(row.errors), ...further.map((name) => figure(row.more[name] ?? Number.NaN, 1))],
    ]),
  );
}

function printMemory(memory: Record<string, Memory>): void {
  console.log('### Resident memory\n');
  table(
    ['subject', 'idle', 'peak', 'after load', 'database peak'],
    Object.entries(memory)
      .filter(([, { peakMb }]) => peakMb > 0)
      .map(([subject, { idleMb, peakMb, afterMb, databasePeakMb }]) => [
        ...[subject, `${figure(idleMb)} MB`, `${figure(peakMb)} MB`, `${figure(afterMb)} MB`],
        databasePeakMb > 0 ? `${figure(databasePeakMb)} MB` : '–',
      ]),
  );
}

function printGoals(goals: Goal[], settleUs: number | null): void {
  console.log('### Targets\n');
  if (settleUs !== null) console.log(`One settle takes ${figure(settleUs, 1)} µs of processor time.\n`);
  table(
    ['what', 'target', 'measured', 'met'],
    goals.map(({ name, target, measured, met, digits }) => [
      ...[name, target, figure(measured, digits)],
      met === null ? '–' : met ? 'yes' : 'no',
    ]),
  );
}
