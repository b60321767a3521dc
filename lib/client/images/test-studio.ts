import { setTimeout as sleep } from 'node:timers/promises';
import { apiFailure } from '../failure';
import type { ImageDatabase } from './history/database';
import { generateBody } from './request/generate-body';
import { DEFAULT_IMAGE_SETTINGS } from './settings/default-settings';
import { createStudio, type StudioOutside, type StudioStore } from './store';
import { drawModel } from './test-models';
import type { NewJob } from './queue/queue';
import type { ImageSettings, StudioImage } from './types';

/** A service for tests: it answers when the test says so. */
export type TestService = {
  store: StudioStore;
  /** The Idempotency-Keys of all requests, in order. */
  keys: string[];
  /** Ends a running request, by its prompt: with images, or with a failure. */
  finish: (prompt: string, failure?: { status: number; code: string; retryAfterSeconds?: number }) => void;
};

/**
 * A studio whose requests end only when the test ends them.
 * @param database null keeps everything in memory
 * @param other replaces parts of the service or the browser
 */
export function testStudio(database: ImageDatabase | null, other: Partial<StudioOutside> = {}): TestService {
  const keys: string[] = [];
  const waiting = new Map<string, (failure?: Parameters<TestService['finish']>[1]) => void>();
  const untilFinished = (prompt: string, { key, signal }: { key: string; signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      // Only now can the test end it.
      keys.push(key);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      waiting.set(prompt, (failure) => (failure ? reject(apiFailure(failure)) : resolve()));
    });
  const outside: StudioOutside = {
    draw: async function* (body, { key, signal }) {
      yield { type: 'accepted', requestId: `r-${key}` };
      yield { type: 'progress', variant: 0, share: 0.5, preview: 'data:image/png;base64,AA==' };
      await untilFinished(body.prompt, { key, signal });
      const images = Array.from({ length: body.variants ?? 1 }, (_, at) => ({
        file: new Blob([`${body.prompt} ${at}`], { type: 'image/webp' }),
        seed: 7 + at,
        blurred: false,
        violation: false,
      }));
      const receipt = { requestId: `r-${key}`, cost: '0.002', currency: 'USD' as const, images: images.length };
      yield { type: 'result', images, failed: [], notApplied: ['steps'], receipt };
    },
    edit: async (work, { key, signal, onAccepted }) => {
      await untilFinished(work.prompt, { key, signal });
      onAccepted({ requestId: `r-${key}` });
      return { file: work.image, blurred: false, violation: false, notApplied: [] };
    },
    receipt: (requestId) => Promise.resolve({ requestId, cost: '0.03', currency: 'USD', images: 1 }),
    measure: () => Promise.resolve({ width: 64, height: 32 }),
    bodyOf: (settings, id) => Promise.resolve(id === 'gone' ? null : generateBody(settings, drawModel(id))),
    claim: () => Promise.resolve(() => undefined),
    ...other,
  };
  return {
    store: createStudio(outside, database),
    keys,
    finish: (prompt, failure) => {
      const end = waiting.get(prompt);
      if (!end) throw new Error(`No request runs for “${prompt}”.`);
      waiting.delete(prompt);
      end(failure);
    },
  };
}

/** A request that draws images. */
export function drawing(prompt: string, settings: Partial<ImageSettings> = {}, model = 'demo'): NewJob {
  return {
    work: { type: 'generate' },
    settings: { ...DEFAULT_IMAGE_SETTINGS, prompt, ...settings },
    model: { id: model, name: model },
  };
}

/** An image of the history. */
export function testImage(id: string, more: Partial<StudioImage> = {}): StudioImage {
  return {
    id,
    kind: 'generated',
    settings: { ...DEFAULT_IMAGE_SETTINGS, prompt: `Prompt of ${id}`, seed: 1 },
    modelName: 'Demo',
    width: 64,
    height: 64,
    bytes: 10,
    type: 'image/webp',
    createdAt: 1_000,
    favorite: false,
    receipt: null,
    blurred: false,
    violation: false,
    notApplied: [],
    ...more,
  };
}

/** Waits until something holds. @throws Error after two seconds */
export async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 400; round += 1) {
    if (holds()) return;
    await sleep(5);
  }
  throw new Error('It did not happen within two seconds.');
}
