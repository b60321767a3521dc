import type { Measurement } from '../measure';
import { median } from '../../report/median';

/** Latencies in milliseconds. */
export type Latency = { p50Ms: number; p90Ms: number; p99Ms: number };

/** Medians of one step on one subject over the rounds; NaN for what could not be measured. */
export type Row = Latency & {
  load: string;
  step: string;
  subject: string;
  rounds: number;
  perSecond: number;
  /** Of all rounds together. */
  errors: number;
  /** The latency added to that of the upstream. */
  added: Latency;
  /** Requests per second ÷ those of the other gateway, by its name. */
  ratios: Record<string, number>;
  cpuUs: number;
  databaseCpuUs: number;
  /** Requests per second of processor time, its database's included. */
  perCpuSecond: number;
  more: Record<string, number>;
};

/** The upstream itself, without a gateway. */
const BASE = 'direct';
/** The gateways that ours is compared with. */
export const OTHER_GATEWAYS = ['nginx', 'Noveum', 'Portkey', 'LiteLLM'];

/** One row for each step and subject, subjects in the order given. Ratios and differences are taken round by round. */
export function rowsOf(measurements: Measurement[], subjects: string[]): Row[] {
  const steps = new Map<string, Measurement[]>();
  for (const one of measurements) {
    const key = JSON.stringify([one.load, one.step]);
    steps.set(key, [...(steps.get(key) ?? []), one]);
  }
  return [...steps.values()].flatMap((ofStep) => {
    const measured = subjects.filter((name) => ofStep.some(({ subject }) => subject === name));
    return measured.map((subject) => rowOf(ofStep, subject));
  });
}

/** The row of a step and a subject. */
export function findRow(rows: Row[], load: string, step: string, subject: string): Row | undefined {
  return rows.find((row) => row.load === load && row.step === step && row.subject === subject);
}

/** The median of the known values. */
function medianOf(values: number[]): number {
  return median(values.filter((value) => Number.isFinite(value)));
}

function rowOf(ofStep: Measurement[], subject: string): Row {
  const own = ofStep.filter((one) => one.subject === subject);
  const of = (pick: (one: Measurement) => number) => medianOf(own.map(pick));
  const comparedTo = (other: string, pick: (mine: Measurement, its: Measurement) => number) =>
    medianOf(own.flatMap((mine) => ofStep.filter(isSameRound(mine, other)).map((its) => pick(mine, its))));
  // With its own rate, the upstream is not a baseline for the others.
  const base = ofStep[0]?.load === 'open' ? '' : BASE;
  const added = (name: keyof Latency) => comparedTo(base, (mine, its) => mine[name] - its[name]);
  const present = OTHER_GATEWAYS.filter(
    (gateway) => gateway !== subject && ofStep.some((one) => one.subject === gateway),
  );
  const cpuUs = of((one) => (one.cpuUs > 0 ? one.cpuUs : Number.NaN));
  const databaseCpuUs = of((one) => one.databaseCpuUs);
  const [first] = own;
  return {
    ...{ load: first?.load ?? '', step: first?.step ?? '', subject, rounds: own.length },
    perSecond: of((one) => one.perSecond),
    ...{ p50Ms: of((one) => one.p50Ms), p90Ms: of((one) => one.p90Ms), p99Ms: of((one) => one.p99Ms) },
    errors: own.reduce((sum, one) => sum + one.errors, 0),
    added: { p50Ms: added('p50Ms'), p90Ms: added('p90Ms'), p99Ms: added('p99Ms') },
    ratios: Object.fromEntries(
      present.map((gateway) => [gateway, comparedTo(gateway, (mine, its) => mine.perSecond / its.perSecond)]),
    ),
    ...{ cpuUs, databaseCpuUs, perCpuSecond: 1e6 / (cpuUs + databaseCpuUs) },
    more: moreOf(own),
  };
}

function moreOf(own: Measurement[]): Record<string, number> {
  const names = Object.keys(own[0]?.more ?? {});
  return Object.fromEntries(names.map((name) => [name, medianOf(own.map(({ more }) => more?.[name] ?? Number.NaN))]));
}

function isSameRound(mine: Measurement, subject: string): (other: Measurement) => boolean {
  return (other) => other.subject === subject && other.round === mine.round;
}
