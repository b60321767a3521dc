import { findRow, type Row } from './medians';

/** A target and the measured value; `measured` is NaN if something required did not run. */
export type Goal = { name: string; target: string; measured: number; met: boolean | null; digits: number };

/** The names of our subjects. */
export const ON_POSTGRES = 'Farebox, PostgreSQL';
const ON_EMBEDDED = 'Farebox, embedded';

/** Compares with the targets. Missing them never fails the bench. @param settleUs as in `Results` */
export function goalsOf(rows: Row[], settleUs: number | null): Goal[] {
  const small = (subject: string, step = 'c = 32') => findRow(rows, 'small', step, subject);
  const cpu = (subject: string) => small(subject)?.cpuUs ?? Number.NaN;
  const ratio = (subject: string, gateway: string) => small(subject)?.ratios[gateway] ?? Number.NaN;
  const first = findRow(rows, 'stream20', 'first token, c = 1', ON_POSTGRES);
  const least = cpu('nginx') + (settleUs ?? Number.NaN);
  return [
    atMost('processor time per request ÷ (nginx + one settle), PostgreSQL, c = 32', 2.5, cpu(ON_POSTGRES) / least),
    atMost('processor time per request ÷ Portkey’s, PostgreSQL, c = 32', 0.125, cpu(ON_POSTGRES) / cpu('Portkey'), 3),
    atLeast('requests/s ÷ Portkey’s, PostgreSQL, c = 32', 8, ratio(ON_POSTGRES, 'Portkey')),
    atLeast('requests/s ÷ LiteLLM’s, PostgreSQL, c = 32', 60, ratio(ON_POSTGRES, 'LiteLLM')),
    atLeast('requests/s ÷ Portkey’s, embedded, c = 32', 4, ratio(ON_EMBEDDED, 'Portkey')),
    atLeast('requests/s ÷ LiteLLM’s, embedded, c = 32', 30, ratio(ON_EMBEDDED, 'LiteLLM')),
    atMost('added latency p50, ms, PostgreSQL, c = 1', 0.6, small(ON_POSTGRES, 'c = 1')?.added.p50Ms),
    atMost('added latency p50, ms, embedded, c = 1', 1.2, small(ON_EMBEDDED, 'c = 1')?.added.p50Ms),
    atMost('added time to the first token p50, ms, PostgreSQL, c = 1', 0.8, first?.added.p50Ms),
    ...streamGoals(rows, ON_POSTGRES),
    ...streamGoals(rows, ON_EMBEDDED),
  ];
}

function streamGoals(rows: Row[], subject: string): Goal[] {
  const of = (name: string) => findRow(rows, 'thousand', '1,000 streams', name)?.more;
  const gap = (name: string) => of(name)?.gapP99Ms ?? Number.NaN;
  const where = subject.replace('Farebox, ', '');
  return [
    atMost(`1,000 streams: dropped, ${where}`, 0, of(subject)?.dropped, 0),
    atMost(`1,000 streams: added pause between chunks p99, ms, ${where}`, 20, gap(subject) - gap('direct')),
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
