import { log } from '../platform/log';

/**
 * Keeps the process alive after uncaught errors: a bug in one request must not end the streams of all others, and
 * ledger writes are already durable. Each error is logged. Called at the end of startup: before that, an error must end
 * the process.
 */
export function surviveBugs(): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'bug: uncaught error'));
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'bug: unhandled rejection'));
}
