import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { log } from '../../../platform/log';
import { projectRoot } from '../../../platform/project-root';
import type { ScanAnswer, ScanOrder } from './scan-jobs';

/** A thread with vectors. */
export type ScanThread = {
  /** Carries out a job. @throws Error if the thread has ended */
  ask(order: ScanOrder): Promise<ScanAnswer>;
  /** Whether it has failed, or was ended. */
  hasEnded(): boolean;
  end(): void;
};

/** A subclass, because Next's bundler resolves the script of `new Worker`, which is built later, and fails. */
class ScanWorker extends Worker {
  constructor(dimensions: number) {
    super(join(projectRoot(), 'dist', 'scan-vectors.worker.mjs'), { workerData: { dimensions } });
  }
}

/** Starts a thread without any vectors. It keeps the process alive only while it works. */
export function startScanThread(dimensions: number): ScanThread {
  const worker = new ScanWorker(dimensions);
  const waiting = new Map<number, { resolve: (answer: ScanAnswer) => void; reject: (error: Error) => void }>();
  let count = 0;
  let ended = false;
  const finish = () => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new Error('The thread that scans vectors has ended.'));
    waiting.clear();
  };
  worker.unref();
  worker.on('error', (error) => log.error({ err: error }, 'the thread that scans vectors has failed'));
  worker.on('exit', finish);
  worker.on('message', (answer: ScanAnswer) => {
    waiting.get(answer.number)?.resolve(answer);
    waiting.delete(answer.number);
    if (waiting.size === 0) worker.unref();
  });
  return {
    ask: (order) => {
      if (ended) return Promise.reject(new Error('The thread that scans vectors has ended.'));
      count += 1;
      const number = count;
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        worker.postMessage({ ...order, number });
      });
    },
    hasEnded: () => ended,
    end: () => {
      finish();
      void worker.terminate();
    },
  };
}
