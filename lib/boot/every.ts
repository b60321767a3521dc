import { log } from '../platform/log';

/**
 * Does a piece of housekeeping again and again, never twice at once. A failure is a line in the log.
 * @param failed the words of that line
 * @returns ends it
 */
export function every(pauseMs: number, work: () => Promise<void>, failed: string): () => void {
  let running = false;
  const turn = async () => {
    if (running) return;
    running = true;
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, failed);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void turn(), pauseMs);
  timer.unref();
  return () => clearInterval(timer);
}
