/**
 * The child process for loads that wrk cannot generate: requests at a constant rate, and streams read chunk by chunk.
 * It receives one job at a time as a message and sends its result as one.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type OpenLoad, runOpen } from './open';
import { runStreams, type StreamLoad } from './streams';
import type { Reading } from './closed-load';

/** Drives loads from a separate process. */
export type Client = {
  open(load: OpenLoad): Promise<Reading>;
  streams(load: StreamLoad): Promise<Reading>;
  stop(): void;
};

type Job = { kind: 'open'; load: OpenLoad } | { kind: 'streams'; load: StreamLoad };

type Outcome = { reading: Reading } | { failure: string };

const SELF = fileURLToPath(import.meta.url);

if (process.argv[1] === SELF && process.send) serve();

/** Starts the process: this program. */
export function startClient(): Client {
  const child = fork(SELF, { serialization: 'advanced' });
  return {
    open: (load) => send(child, { kind: 'open', load }),
    streams: (load) => send(child, { kind: 'streams', load }),
    stop: () => void child.kill(),
  };
}

function send(child: ChildProcess, job: Job): Promise<Reading> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('The load client has ended.'));
    child.once('exit', ended);
    child.once('message', (outcome: Outcome) => {
      child.off('exit', ended);
      if ('reading' in outcome) resolve(outcome.reading);
      else reject(new Error(outcome.failure));
    });
    child.send(job, (error) => error && reject(error));
  });
}

function serve(): void {
  process.on('message', (job: Job) => {
    const report = (outcome: Outcome) => void process.send?.(outcome);
    const running = job.kind === 'open' ? runOpen(job.load) : runStreams(job.load);
    running.then(
      (reading) => report({ reading }),
      (error: unknown) => report({ failure: String(error) }),
    );
  });
  // Ctrl-C is sent to all processes of a terminal, but this one must end with the bench.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
}
