import { z } from 'zod';
import { sendBestEffort, askJson, type ImageRequests } from '../kit/images/ask';
import { addressOf, type ComfyUi } from './upstream';

const STOP_MS = 3_000;

/** A prompt in the queue is a list: its number, its id, and more. */
const Queue = z.object({ queue_running: z.array(z.array(z.unknown())).catch([]) });

/**
 * Stops a prompt: takes it out of the queue, or interrupts it if it is what the server works on. Never fails. Older
 * servers interrupt whatever they work on, so that this is checked before.
 */
export async function cancel(upstream: ComfyUi, promptId: string, requests: ImageRequests): Promise<void> {
  const body = JSON.stringify({ delete: [promptId] });
  await sendBestEffort({ url: addressOf(upstream, '/queue'), body }, requests, STOP_MS);
  if (!(await isRunning(upstream, promptId, requests))) return;
  const interrupt = JSON.stringify({ prompt_id: promptId });
  await sendBestEffort({ url: addressOf(upstream, '/interrupt'), body: interrupt }, requests, STOP_MS);
}

async function isRunning(upstream: ComfyUi, promptId: string, requests: ImageRequests): Promise<boolean> {
  const times = { firstByteMs: STOP_MS, idleMs: STOP_MS, wholeMs: STOP_MS };
  // The call's own signal is aborted.
  const fresh = { ...requests, times, signal: new AbortController().signal };
  try {
    const queue = Queue.safeParse(await askJson({ url: addressOf(upstream, '/queue') }, fresh));
    return queue.success && queue.data.queue_running.some((item) => item.includes(promptId));
  } catch {
    return false;
  }
}
