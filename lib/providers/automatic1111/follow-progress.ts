import { z } from 'zod';
import type { ImageProgress } from '../image-spec';
import { isApiError } from '../../core/errors';
import { askJson, type ImageRequests } from '../kit/images/ask';
import { readBase64Image } from '../kit/images/read-image';
import { addressOf, type Automatic1111 } from './upstream';

const POLL_MS = 700;
/** Some servers have no report of progress: after as many failures none is requested any more. */
const MAX_FAILURES = 2;

/** What is known of a call at the server. */
export type JobStatus = {
  /** The name under which it runs there, for servers that have such names. */
  id: string;
  /** Whether the current work of the server is this call, as far as it says. */
  isOurs: boolean;
};

const Progress = z.object({
  progress: z.number(),
  current_image: z.string().min(1).nullish().catch(null),
  current_task: z.string().nullish().catch(null),
});

/** Asks for the progress of a call until its requests are aborted, and reports it. Never fails. */
export async function followProgress(
  upstream: Automatic1111,
  requests: ImageRequests,
  status: JobStatus,
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
      // Only newer servers name the current work; the names of others are not of this process.
      status.isOurs = found.current_task == null || found.current_task === status.id;
      if (signal.aborted || !status.isOurs) continue;
      share = Math.max(share, Math.min(1, found.progress));
      report({ share, ...previewOf(found.current_image) });
      failures = 0;
    } catch (thrown) {
      failures += isApiError(thrown) && thrown.code === 'MODEL_OFFLINE' ? MAX_FAILURES : 1;
    }
  }
}

/** The preview, if it is an image. */
function previewOf(base64: string | null | undefined): Pick<ImageProgress, 'preview'> {
  if (!base64) return {};
  try {
    return { preview: readBase64Image(base64) };
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
