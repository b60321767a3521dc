import { setTimeout as sleep } from 'node:timers/promises';
import { smallBody } from './load/bodies';
import type { Client } from './load/client';
import { closedLoop } from './load/closed';
import type { Reading } from './load/closed-load';
import type { Load, Step, Target } from './loads';
import { cpuSeconds, residentMb } from './processes';
import type { AuditResult, RunningSubject, Subject } from './types';
import { startUpstream, type Upstream } from './upstream';

/** Resident megabytes of a subject and, separately, of its database. */
export type Memory = { idleMb: number; peakMb: number; afterMb: number; databasePeakMb: number };

/** A subject with its own upstream, so that the answers to it are known. */
export type Contender = { name: string; running: RunningSubject; upstream: Upstream; memory: Memory; peak: number };

/** One step on one subject in one round; processor time in microseconds per request, NaN if it cannot be separated. */
export type Measurement = Reading & {
  load: string;
  step: string;
  subject: string;
  round: number;
  cpuUs: number;
  databaseCpuUs: number;
};

/**
 * Before a step is measured, the same load without being counted, or small answers at 32 connections before single
 * requests: while the others had their turns, engines with a compiler dropped code that an idle process does not need.
 */
const REWARM_SECONDS = 2;
const REST_MS = 2_000;
const SAMPLE_MS = 1_000;
const IDLE_MS = 200;
/** Of one core. */
const IDLE_SHARE = 0.25;
/** Maximum number of checks. */
const IDLE_CHECKS = 50;

/** Starts a subject with its own upstream and reads its idle memory. @throws Error if it does not start */
export async function startContender(subject: Subject, slowSeconds: number): Promise<Contender> {
  const upstream = await startUpstream(slowSeconds);
  try {
    const running = await subject.start(upstream.url);
    await sleep(REST_MS);
    const idleMb = residentMb(running.pids);
    const memory = { idleMb, peakMb: idleMb, afterMb: idleMb, databasePeakMb: residentMb(running.databasePids) };
    return { name: subject.name, running, upstream, memory, peak: 0 };
  } catch (error) {
    await upstream.stop();
    throw error;
  }
}

/** Ends the subject, then its upstream. */
export async function stopContender({ running, upstream }: Contender): Promise<void> {
  await running.stop().finally(() => upstream.stop());
}

/** Drives one step. @returns null if it does not apply to the subject */
export async function measureStep(
  contender: Contender,
  { load, step, round }: { load: Load; step: Step; round: number },
  { client, seconds }: { client: Client; seconds: number },
): Promise<Measurement | null> {
  const { pids, databasePids } = contender.running;
  const timer = setInterval(() => sample(contender), SAMPLE_MS);
  try {
    const target = targetOf(contender, client, seconds);
    // Measured if it is not known yet, outside of the step.
    if (load.name === 'open') await target.peak();
    if (step.single) await measurePeak(contender, REWARM_SECONDS);
    else if (!load.once) await step.run({ ...target, seconds: REWARM_SECONDS });
    const before = [cpuSeconds(pids), cpuSeconds(databasePids)] as const;
    const reading = await step.run(target);
    if (!reading) return null;
    const counted = step.crowded ? 0 : reading.requests;
    const perRequest = (seconds: number) => (counted > 0 ? (seconds * 1e6) / counted : Number.NaN);
    const cpuUs = perRequest(cpuSeconds(pids) - before[0]);
    const databaseCpuUs = perRequest(cpuSeconds(databasePids) - before[1]);
    if (load.name === 'small') contender.peak = Math.max(contender.peak, reading.perSecond);
    return { load: load.name, step: step.name, subject: contender.name, round, ...reading, cpuUs, databaseCpuUs };
  } finally {
    clearInterval(timer);
    await untilIdle(pids);
    sample(contender);
  }
}

/** The memory after all load, and the ledger audit; the subject may have ended by then. */
export async function finishAndAudit(contender: Contender): Promise<AuditResult | null> {
  contender.memory.afterMb = residentMb(contender.running.pids);
  const totals = await contender.upstream.totals();
  return (await contender.running.audit?.(totals)) ?? null;
}

/** The peak requests per second in a closed loop of small answers. */
export async function measurePeak({ running }: Contender, seconds: number): Promise<number> {
  const load = { bodies: [smallBody('answer-300')], connections: 32, seconds };
  return (await closedLoop({ ...running, ...load })).perSecond;
}

function targetOf(contender: Contender, client: Client, seconds: number): Target {
  const { url, headers, pids } = contender.running;
  const peak = async () => (contender.peak ||= await measurePeak(contender, seconds));
  return { url, headers, seconds, client, resident: () => residentMb(pids), peak };
}

/** An overloaded subject still works on abandoned requests; the next one must not share the machine with that. */
async function untilIdle(pids: number[]): Promise<void> {
  for (let check = 0; check < IDLE_CHECKS; check += 1) {
    const before = cpuSeconds(pids);
    await sleep(IDLE_MS);
    if (!(cpuSeconds(pids) - before > (IDLE_SHARE * IDLE_MS) / 1_000)) return;
  }
}

function sample({ running, memory }: Contender): void {
  memory.peakMb = Math.max(memory.peakMb, residentMb(running.pids));
  memory.databasePeakMb = Math.max(memory.databasePeakMb, residentMb(running.databasePids));
}
