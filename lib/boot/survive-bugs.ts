import { log } from '../platform/log';

/**
 * Lets the process outlive what no code of a request has caught: a bug in one request must not end the streams of all
 * others, and what money needs is on the disk. Each is told in the log. Called once the start is over: before that an
 * error must end the process.
 */
export function surviveBugs(): void {
  process.on('uncaughtException', (error) => log.error({ err: error }, 'a bug: an error that nobody caught'));
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a bug: a rejection that nobody caught'));
}
