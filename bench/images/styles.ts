import { newId } from '../../lib/core/ids';
import { IMAGE_STYLES, type ImageStyleName } from '../../lib/core/image-styles';
import { composeScene } from '../../lib/engines/scene/draw-in-child';
import { cpuSeconds } from '../gateway/processes';
import { median } from '../report/median';
import { table } from '../report/table';
import { PROMPTS } from './prompts';

const SIDE = 1_024;
/** What a style may take, with its PNG. */
const MOST_MS = 1_000;
/** The prompts with the most in them, by their numbers in the list. */
const RICH = [12, 13, 21] as const;

/** Prints a table: each style, the slowest first. */
export async function measureStyles(): Promise<void> {
  const results: { name: ImageStyleName; cpuMs: number }[] = [];
  for (const { name } of IMAGE_STYLES) {
    // Starts the process and warms the compiler.
    await measure(name, RICH[0]);
    const times: number[] = [];
    for (const number of RICH) times.push(await measure(name, number));
    results.push({ name, cpuMs: median(times) });
  }
  const rows = results
    .toSorted((one, other) => other.cpuMs - one.cpuMs)
    .map(({ name, cpuMs }, at) => [name, `${cpuMs.toFixed(0)} ms`, at === 0 ? verdict(cpuMs) : '']);
  console.log(
    `Processor time of a scene of ${SIDE} × ${SIDE} as PNG by the engine, medians of ${RICH.length} prompts\n`,
  );
  table(['style', 'processor time', `at most ${MOST_MS} ms`], rows);
}

/** The milliseconds that a prompt takes, by its number in the list. */
async function measure(style: ImageStyleName, number: number): Promise<number> {
  const { signal } = new AbortController();
  const { prompt = '' } = PROMPTS[number - 1] ?? {};
  const before = cpuSeconds([process.pid]);
  await composeScene({ prompt, style, seed: 1, width: SIDE, height: SIDE, account: newId(), signal });
  return (cpuSeconds([process.pid]) - before) * 1_000;
}

function verdict(slowestMs: number): string {
  return slowestMs <= MOST_MS ? 'kept by all' : `exceeded by ${(slowestMs - MOST_MS).toFixed(0)} ms`;
}
