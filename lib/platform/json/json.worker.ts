/** Parses and writes large JSON, so that the main thread, which serves all requests, is not blocked. */
import { parentPort } from 'node:worker_threads';
import type { JsonAnswer, JsonJob } from './json-jobs';
import { parseJson } from './parse-json';

parentPort?.on('message', (job: JsonJob) => {
  const answer = answerTo(job);
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []);
});

function answerTo(job: JsonJob): JsonAnswer {
  try {
    if (job.kind === 'parse') return { value: parseJson(job.blocks, job.members) };
    return { bytes: new TextEncoder().encode(JSON.stringify(job.value)) };
  } catch (thrown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
