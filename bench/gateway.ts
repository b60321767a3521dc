/**
 * `npm run bench -- gateway`: Farebox compared with the upstream itself, a plain reverse proxy, and the gateways that
 * `npm run bench -- peers` installs. Each has its own scripted upstream; all are driven in turn with the same loads in
 * several rounds, in rotating order. Prints Markdown tables of medians, the targets, and the audit, writes
 * `bench/results/gateway.json` and `gateway.svg`. A measurement, not a test: it fails only if the ledger does not
 * match.
 */
import { type Client, startClient } from './gateway/load/client';
import { type Load, loads } from './gateway/loads';
import {
  finishAndAudit,
  type Contender,
  measurePeak,
  measureStep,
  startContender,
  stopContender,
} from './gateway/measure';
import { chosenLoads, chosenSubjects, type Options, readOptions } from './gateway/options';
import { report, type Results } from './gateway/report/print';
import { ON_POSTGRES } from './gateway/report/targets';
import { measureSettle } from './gateway/settle';
import { soak } from './gateway/soak';
import { subjects } from './gateway/subjects';
import type { AuditResult, Subject } from './gateway/types';

let interrupted = false;
// The current step becomes the last one; then everything is stopped, and the results so far are reported.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (interrupted = true));
const client = startClient();
try {
  const options = readOptions(process.argv.slice(2));
  process.exitCode = options.soakMinutes === null ? await compare(options, client) : await soakOurs(options, client);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  client.stop();
}

/** @returns the exit code */
async function compare(options: Options, client: Client): Promise<number> {
  const chosen = { loads: chosenLoads(loads, options), subjects: chosenSubjects(subjects, options) };
  const results: Results = { options, measurements: [], memory: {}, audits: {}, settleUs: null, remarks: [] };
  if (chosen.subjects.some(({ name }) => name === ON_POSTGRES)) results.settleUs = await settleCost(results);
  const contenders = await startAll(chosen.subjects, options, results);
  try {
    for (const contender of contenders) if (!interrupted) await measurePeak(contender, options.warmSeconds);
    for (let round = 0; round <= options.rounds && !interrupted; round += 1) {
      for (const load of chosen.loads) await driveLoad({ load, round, contenders, client, results });
    }
    for (const contender of contenders) {
      const audit = await auditOf(contender, results);
      results.memory[contender.name] = contender.memory;
      if (audit) results.audits[contender.name] = audit;
    }
  } finally {
    // All of them, even if one cannot be stopped.
    await Promise.allSettled(contenders.map(stopContender));
  }
  report(results);
  return Object.values(results.audits).every(({ ok }) => ok) ? 0 : 1;
}

/** The audit of one; null if it has no ledger, or Ctrl-C in a terminal has ended it with its database. */
async function auditOf(contender: Contender, results: Results): Promise<AuditResult | null> {
  try {
    return await finishAndAudit(contender);
  } catch (error) {
    if (!interrupted) throw error;
    results.remarks.push(`${contender.name}: its ledger could not be read: ${messageOf(error)}`);
    return null;
  }
}

/** One load on all in turn; round 0 is a warm-up for the load and is not counted. */
async function driveLoad(drive: {
  load: Load;
  round: number;
  contenders: Contender[];
  client: Client;
  results: Results;
}): Promise<void> {
  const { load, round, contenders, client, results } = drive;
  if (load.once && round !== 1) return;
  const { seconds } = results.options;
  for (const step of load.steps) {
    for (let turn = 0; turn < contenders.length && !interrupted; turn += 1) {
      const contender = contenders[(turn + round) % contenders.length];
      if (!contender) continue;
      try {
        const measurement = await measureStep(contender, { load, step, round }, { client, seconds });
        if (measurement && round > 0) results.measurements.push(measurement);
      } catch (error) {
        results.remarks.push(`${contender.name}, ${load.name}, ${step.name}: ${messageOf(error)}`);
      }
    }
  }
  const of = round === 0 ? 'warm-up' : `round ${round} of ${results.options.rounds}`;
  console.error(`${of}: ${load.name}`);
}

/** Starts those that can run; the others are listed in the remarks. */
async function startAll(chosen: Subject[], options: Options, results: Results): Promise<Contender[]> {
  const contenders: Contender[] = [];
  for (const subject of chosen) {
    try {
      if (subject.missing !== null) results.remarks.push(`${subject.name} did not run: ${subject.missing}`);
      else if (!interrupted) contenders.push(await startContender(subject, options.slowSeconds));
    } catch (error) {
      results.remarks.push(`${subject.name} did not start: ${messageOf(error)}`);
    }
  }
  return contenders;
}

async function settleCost(results: Results): Promise<number | null> {
  try {
    return await measureSettle();
  } catch (error) {
    results.remarks.push(`One settle could not be measured: ${messageOf(error)}`);
    return null;
  }
}

/** Runs ours on PostgreSQL, or the named subject, for minutes. @returns the exit code */
async function soakOurs(options: Options, client: Client): Promise<number> {
  const only = options.only.length > 0 ? options.only : [ON_POSTGRES];
  let ok = true;
  for (const subject of chosenSubjects(subjects, { ...options, only })) {
    if (subject.missing !== null) throw new Error(`${subject.name} cannot run: ${subject.missing}`);
    const contender = await startContender(subject, options.slowSeconds);
    try {
      ok = (await soak(contender, client, options.soakMinutes ?? 1)) && ok;
    } finally {
      await stopContender(contender);
    }
  }
  return ok ? 0 : 1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
