import { z } from 'zod';
import { inferenceFailed } from '../kit/map-error';
import { hideSecrets } from '../kit/scrub';

const StoredImageLayout = z.object({
  filename: z.string().min(1),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});

/** An image that the server keeps. */
export type StoredImage = z.output<typeof StoredImageLayout>;

/** The images of each node that has some. */
export type Outputs = Record<string, StoredImage[]>;

const Entry = z.object({
  outputs: z
    .record(z.string(), z.object({ images: z.array(StoredImageLayout).catch([]) }).catch({ images: [] }))
    .catch({}),
  status: z
    .object({ status_str: z.string().catch(''), completed: z.boolean().catch(true), messages: z.unknown() })
    .nullish()
    .catch(null),
});

/** Whether a prompt has ended, in whatever way. */
export function isInHistory(history: unknown, promptId: string): boolean {
  return typeof history === 'object' && history !== null && Object.hasOwn(history, promptId);
}

/**
 * The outputs of a prompt by the server's history; null while it is under way.
 * @throws ApiError INFERENCE_FAILED if the workflow failed
 */
export function readHistory(history: unknown, promptId: string, secrets: readonly string[]): Outputs | null {
  const entries = z.record(z.string(), z.unknown()).safeParse(history);
  const found = entries.success ? entries.data[promptId] : undefined;
  if (found === undefined) return null;
  const entry = Entry.safeParse(found);
  if (!entry.success) throw inferenceFailed(new Error('The upstream has an unreadable history.'));
  const { outputs, status } = entry.data;
  if (status?.status_str === 'error' || status?.completed === false) {
    const said = hideSecrets(JSON.stringify(status.messages ?? null), secrets).slice(0, 500);
    throw inferenceFailed(new Error('The workflow failed.', { cause: new Error(said) }));
  }
  return Object.fromEntries(Object.entries(outputs).map(([node, { images }]) => [node, images]));
}

/**
 * The image that is the result: the last one of a node, or of any; one that is stored rather than a preview.
 * @throws ApiError INFERENCE_FAILED without an image
 */
export function findImage(outputs: Outputs, node: string | undefined): StoredImage {
  const images = node === undefined ? Object.values(outputs).flat() : (outputs[node] ?? []);
  const found = images.findLast(({ type }) => type === 'output') ?? images.at(-1);
  if (!found) throw inferenceFailed(new Error('The workflow made no image.'));
  return found;
}
