/** Repetitions up to this number are written directly; the engine's compiler accepts fewer than 2,000. */
export const PLAIN_REPETITIONS = 1_000;

/**
 * GBNF for a repeated rule, at least `min` times.
 * @param max null: unlimited
 * @param addRule adds a separate rule for a block of repetitions and returns its name
 */
export function repeat(rule: string, min: number, max: number | null, addRule: (body: string) => string): string {
  if (max === 0) return '';
  if (max === null) return `${exactly(rule, min, addRule)} ${rule}*`.trim();
  if (max <= PLAIN_REPETITIONS) return `${rule}{${min},${max}}`;
  return `${exactly(rule, min, addRule)} ${upTo(rule, max - min, addRule)}`.trim();
}

function exactly(rule: string, count: number, addRule: (body: string) => string): string {
  if (count === 0) return '';
  if (count <= PLAIN_REPETITIONS) return `${rule}{${count}}`;
  const block = addRule(`${rule}{${PLAIN_REPETITIONS}}`);
  const blocks = Math.floor(count / PLAIN_REPETITIONS);
  return `${block}{${blocks}} ${exactly(rule, count - blocks * PLAIN_REPETITIONS, addRule)}`.trim();
}

function upTo(rule: string, count: number, addRule: (body: string) => string): string {
  if (count === 0) return '';
  if (count <= PLAIN_REPETITIONS) return `${rule}{0,${count}}`;
  const block = addRule(`${rule}{${PLAIN_REPETITIONS}}`);
  const blocks = Math.floor(count / PLAIN_REPETITIONS);
  const rest = upTo(rule, count - blocks * PLAIN_REPETITIONS, addRule);
  return `( ${block}{0,${blocks - 1}} ${rule}{0,${PLAIN_REPETITIONS - 1}} | ${block}{${blocks}} ${rest} )`;
}
