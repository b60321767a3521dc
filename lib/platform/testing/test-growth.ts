/** Below this, in milliseconds, times say nothing. */
const NOISE_MS = 20;

/**
 * Whether work takes time in proportion to the length of a text at most: four times as much for four times the length,
 * and not sixteen times.
 * @param work is given a text of `length` characters, and one that is four times as long
 */
export function growsLinearly(filling: string, length: number, work: (text: string) => unknown): boolean {
  const textOf = (characters: number) => `x${filling.repeat(characters / filling.length)}y`;
  const [short, long] = [textOf(length), textOf(4 * length)];
  return leastCpuMs(() => work(long)) < 8 * leastCpuMs(() => work(short)) + NOISE_MS;
}

/** Time of the processor, because the machine may be busy with other tests; the least of three, because of the compiler. */
function leastCpuMs(work: () => unknown): number {
  const once = () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once(), once());
}
