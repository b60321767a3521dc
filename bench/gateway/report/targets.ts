import { findRow, type Row } from './medians';

/** A target and the measured value; `measured` is NaN if something required did not run. */
export type Goal = { name: string; target: string; measured: number; met: boolean | null; digits: number };

/** The names of our subjects. */
export const ON_POSTGRES = 'Farebox, PostgreSQL';
const ON_EMBEDDED = 'Farebox, embedded';

/** A plain proxy of `node:http` and our HTTP client, without any logic: the least that Node takes. */
const BARE = 'Node.js proxy';

/** Compares with the targets. Missing them never fails the bench. @param settleUs as in `Results` */
export function goalsOf(rows: Row[], settleUs: number | null): Goal[] {
  const small = (subject: string, step = 'c = 32') => findRow(rows, 'small', step, subject);
  const ratio = (subject: string, gateway: string) => small(subject)?.ratios[gateway] ?? Number.NaN;
  const first = findRow(rows, 'stream20', 'first token, c = 1', ON_POSTGRES);
  const [cpu, least] = [cpuOf(small(ON_POSTGRES)), cpuOf(small('nginx')) + (settleUs ?? Number.NaN)];
  const half = findRow(rows, 'open', '50 % of peak', ON_POSTGRES);
  const timesBare = (load: string, step: string) =>
    cpuOf(findRow(rows, load, step, ON_POSTGRES)) / cpuOf(findRow(rows, load, step, BARE));
  return [
    atMost('processor time ÷ (nginx + one settle), PostgreSQL, c = 32', 2.5, cpu / least),
    atMost('processor time ÷ Portkey’s, PostgreSQL, c = 32', 0.125, cpu / cpuOf(small('Portkey')), 3),
    atMost('processor time ÷ the Rust gateway’s, PostgreSQL, c = 32', 1.5, cpu / cpuOf(small('Noveum'))),
    atLeast('requests/s ÷ Portkey’s, PostgreSQL, c = 32', 7, ratio(ON_POSTGRES, 'Portkey')),
    atLeast('requests/s ÷ Portkey’s, embedded, c = 32', 4, ratio(ON_EMBEDDED, 'Portkey')),
    atLeast('requests/s ÷ LiteLLM’s, PostgreSQL, c = 32', 60, ratio(ON_POSTGRES, 'LiteLLM')),
    atLeast('requests/s ÷ LiteLLM’s, embedded, c = 32', 30, ratio(ON_EMBEDDED, 'LiteLLM')),
    atMost('processor time of an unstreamed answer of 30 tokens ÷ a bare proxy’s', 3.2, timesBare('whole30', 'c = 32')),
    atMost('processor time of a stream of 300 packets ÷ a bare proxy’s', 2.5, timesBare('packets300', 'c = 8')),
    atMost('added latency p50, ms, PostgreSQL, c = 1', 0.9, small(ON_POSTGRES, 'c = 1')?.added.p50Ms),
    atMost('added latency p50, ms, embedded, c = 1', 0.9, small(ON_EMBEDDED, 'c = 1')?.added.p50Ms),
    atMost('added time to the first token p50, ms, PostgreSQL, c = 1', 0.8, first?.added.p50Ms),
    atMost('p99 ÷ p50 at half of peak, PostgreSQL', 4, half && half.p99Ms / half.p50Ms, 1),
    ...streamGoals(rows, ON_POSTGRES),
    ...streamGoals(rows, ON_EMBEDDED),
  ];
}

/** Processor time of a request, its database's included, microseconds. */
function cpuOf(row: Row | undefined): number {
  return row ? row.cpuUs + row.databaseCpuUs : Number.NaN;
}

function streamGoals(rows: Row[], subject: string): Goal[] {
  const of = (name: string) => findRow(rows, 'thousand', '1,000 streams', name)?.more;
  const gap = (name: string) => of(name)?.gapP99Ms ?? Number.NaN;
  const where = subject.replace('Farebox, ', '');
  return [
    atMost(`1,000 streams: dropped, ${where}`, 0, of(subject)?.dropped, 0),
    atMost(`1,000 streams: added pause between chunks p99, ms, ${where}`, 10, gap(subject) - gap('direct')),
    atMost(`1,000 streams: memory growth, MB, ${where}`, 100, of(subject)?.grownMb, 0),
  ];
}

function atMost(name: string, bound: number, measured = Number.NaN, digits = 2): Goal {
  return goal(name, `≤ ${bound}`, measured, measured <= bound, digits);
}

function atLeast(name: string, bound: number, measured: number): Goal {
  return goal(name, `≥ ${bound}`, measured, measured >= bound, 1);
}

function goal(name: string, target: string, measured: number, met: boolean, digits: number): Goal {
  return { name, target, measured, met: Number.isFinite(measured) ? met : null, digits };
}
