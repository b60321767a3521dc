import { z } from 'zod';
import type { ImageProgress } from '../image-spec';
import { isApiError } from '../../core/errors';
import { askJson, type ImageRequests } from '../kit/images/ask';
import { readBase64Image } from '../kit/images/read-image';
import { addressOf, type Automatic1111 } from './upstream';

const POLL_MS = 700;
/** Some servers have no report of progress: after as many failures none is requested any more. */
const MAX_FAILURES = 2;

const Progress = z.object({
  progress: z.number(),
  current_image: z.string().min(1).nullish().catch(null),
  current_task: z.string().nullish().catch(null),
});

/**
 * Asks for the progress of a call until its requests are aborted, and reports it. Never fails.
 * @param taskId the name under which it runs there, for servers that have such names
 */
export async function followProgress(
  upstream: Automatic1111,
  requests: ImageRequests,
  taskId: string,
  report: (progress: ImageProgress) => void,
): Promise<void> {
  const { signal } = requests;
  const url = addressOf(upstream, '/progress?skip_current_image=false');
  let failures = 0;
  let share = 0;
  while (failures < MAX_FAILURES) {
    await pause(POLL_MS, signal);
    if (signal.aborted) return;
    try {
      const found = Progress.parse(await askJson({ url }, { ...requests, maxBytes: 16_000_000 }));
      if (signal.aborted || !mayBe(taskId, found)) continue;
      share = Math.max(share, Math.min(1, found.progress));
      const preview = await previewOf(found.current_image, requests);
      if (!signal.aborted) report({ share, ...preview });
      failures = 0;
    } catch (thrown) {
      failures += isApiError(thrown) && thrown.code === 'MODEL_OFFLINE' ? MAX_FAILURES : 1;
    }
  }
}

/**
 * Whether the server works on a call now, as far as it says. Never fails: false if it does not answer in time.
 * @param waitMs how long its answer may take
 */
export async function isCurrentTask(
  upstream: Automatic1111,
  requests: ImageRequests,
  taskId: string,
  waitMs: number,
): Promise<boolean> {
  const times = { firstByteMs: waitMs, idleMs: waitMs, wholeMs: waitMs };
  // The call's own signal is aborted.
  const fresh = { ...requests, times, signal: new AbortController().signal };
  try {
    const url = addressOf(upstream, '/progress?skip_current_image=true');
    return mayBe(taskId, Progress.parse(await askJson({ url }, fresh)));
  } catch {
    return false;
  }
}

/** Only newer servers name the current work; the names of others are not of this process. */
function mayBe(taskId: string, { current_task: current }: z.output<typeof Progress>): boolean {
  return current == null || current === taskId;
}

/** The preview, if it is an image. */
async function previewOf(
  base64: string | null | undefined,
  requests: ImageRequests,
): Promise<Pick<ImageProgress, 'preview'>> {
  if (!base64) return {};
  try {
    return { preview: await readBase64Image(base64, requests) };
  } catch {
    return {};
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, ms);
    timer.unref();
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}
