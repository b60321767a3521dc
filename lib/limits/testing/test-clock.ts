import { clock } from '../../platform/clock';

/** For tests: works while our clock stands still, so that no window of a limit ends meanwhile: it ends on the minute. */
export async function holdClock<T>(work: () => Promise<T>): Promise<T> {
  const { now } = clock;
  const at = now();
  clock.now = () => at;
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}
