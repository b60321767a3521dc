import { log } from '../platform/log';

/**
 * Runs a housekeeping task repeatedly, never concurrently. A failure is logged.
 * @param failed the log message
 * @returns a function that stops it
 */
export function every(pauseMs: number, work: () => Promise<void>, failed: string): () => void {
  let running = false;
  const run = async () => {
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
  const timer = setInterval(() => void run(), pauseMs);
  timer.unref();
  return () => clearInterval(timer);
}
