/** How long a model takes until it answers: from the start of the product, and from nothing at all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFarebox } from '../../e2e/support/server';
import type { ChatModelEntry } from '../../lib/engines/manifest';
import { ensureWeights } from '../../lib/engines/weights';
import { settings } from '../../lib/platform/env';
import { makeKey } from '../gateway/subjects/account';
import { median } from '../report/median';

const ROUNDS = 3;

/** Milliseconds from the start of the product's process: ready, and the first answer of one token, weights loaded. */
export type Start = { readyMs: number; answerMs: number };

/** The download of a model's weights into an empty folder: milliseconds, bytes, and which source had them. */
export type Download = { ms: number; bytes: number; source: string };

/** Starts the built product with the model alone, again and again in one data folder. @returns medians */
export async function measureStarts({ id }: ChatModelEntry): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  const env = { DATA_DIR: folder, EMBEDDED_MODELS: id, MODELS_DIR: settings().modelsDir };
  const starts: Start[] = [];
  try {
    // The first start creates the database; it has no key yet.
    const first = await startFarebox(env);
    const key = await makeKey(env);
    await first.kill();
    while (starts.length < ROUNDS) starts.push(await start(env, key, id));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { readyMs: median(starts.map((one) => one.readyMs)), answerMs: median(starts.map((one) => one.answerMs)) };
}

/** Downloads the model's weights, as a first start does, with the check of their hash. */
export async function measureDownload(model: ChatModelEntry): Promise<Download> {
  const modelsDir = mkdtempSync(join(tmpdir(), 'farebox-bench-models-'));
  let bytes = 0;
  const onProgress = ({ totalBytes }: { totalBytes: number }): void => {
    bytes = totalBytes;
  };
  try {
    const startedAt = performance.now();
    const { source } = await ensureWeights(model, { ...settings(), modelsDir, onProgress });
    return { ms: performance.now() - startedAt, bytes, source };
  } finally {
    rmSync(modelsDir, { recursive: true, force: true });
  }
}

async function start(env: Record<string, string>, key: string, model: string): Promise<Start> {
  const startedAt = performance.now();
  const server = await startFarebox(env);
  try {
    const readyMs = performance.now() - startedAt;
    const answer = await fetch(`${server.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, max_completion_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${model} answered with ${answer.status}: ${text}`);
    return { readyMs, answerMs: performance.now() - startedAt };
  } finally {
    await server.kill();
  }
}
