/** Holds the vectors of the index in memory and scans them, so that a search never blocks the thread of all requests. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ScanAnswer, ScanJob } from './scan-jobs';
import { makeVectorTable } from './vector-table';

const table = makeVectorTable((workerData as { dimensions: number }).dimensions);

parentPort?.on('message', (job: ScanJob) => {
  parentPort?.postMessage(answerTo(job));
});

function answerTo(job: ScanJob): ScanAnswer {
  if (job.kind === 'add') {
    table.add(job.ids, job.owners, job.bytes);
    return { number: job.number, ids: [], cosines: [] };
  }
  const hits = table.search(job.query, job.owner, job.limit);
  return { number: job.number, ids: hits.map(({ id }) => id), cosines: hits.map(({ cosine }) => cosine) };
}
