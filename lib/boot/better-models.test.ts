import { copyFile, mkdtemp, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { engineStatus, installedChatModels, startChatEngine, stopChatEngine } from '../engines/chat';
import { forgetLocalModel, localModels } from '../engines/local-models';
import type { ChatModelEntry } from '../engines/manifest';
import { buildChatChild, testChatModel } from '../engines/test-engine';
import { readSettings, type Settings } from '../platform/env';
import { type BetterModels, keepBetterModels } from './better-models';
import { startInstalled } from './weights';

/** A better model that is in truth the small one, without sources: its file has to be put into the store. */
let better: ChatModelEntry;
let weights = '';
let settings: Settings;
let served: string[][] = [];
let stopping = new AbortController();

beforeEach(async () => {
  served = [];
  stopping = new AbortController();
  forgetLocalModel('better');
  const { path, ...small } = await testChatModel();
  weights = path;
  better = { ...small, id: 'better', file: 'better.gguf', sources: [] };
  settings = readSettings({ MODELS_DIR: await mkdtemp(join(tmpdir(), 'models-')) });
  startChatEngine({ models: [{ ...better, path }], threads: 1, script: await buildChatChild() });
});

afterEach(async () => {
  stopping.abort();
  await stopChatEngine();
  await rm(settings.modelsDir, { recursive: true });
});

const serving = {
  install: () => startInstalled([better], settings, () => kept?.onEngineRestart()),
  serve: () => void served.push(installedChatModels().map(({ id }) => id)),
};
const stateOf = () => localModels().get('better')?.state;
let kept: BetterModels | undefined;

function keep(): BetterModels {
  kept = keepBetterModels([better], settings, serving, stopping.signal, 200);
  return kept;
}

const putWeights = () => symlink(weights, join(settings.modelsDir, 'better.gguf'));

it('is served once it is loaded, however often that failed before', async () => {
  keep();
  await expect
    .poll(() => localModels().get('better'))
    .toMatchObject({
      state: 'waiting',
      reason: 'Its weights could not be downloaded.',
    });
  expect(installedChatModels()).toEqual([]);
  // The third try is 600 ms after the first one.
  await new Promise((resolve) => setTimeout(resolve, 700));
  await putWeights();
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('ready');
  expect(served.at(0)).toEqual([]);
  expect(served.at(-1)).toEqual(['better']);
});

it('does not wait for its next try if something may have changed', async () => {
  kept = keepBetterModels([better], settings, serving, stopping.signal, 3_600_000);
  await expect.poll(stateOf).toBe('waiting');
  await putWeights();
  kept.retryNow();
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('ready');
});

it('is loaded again after the engine has died', async () => {
  await putWeights();
  keep();
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('ready');
  const before = served.length;
  process.kill(engineStatus().pid ?? 0, 'SIGKILL');
  await expect.poll(() => engineStatus().restarts).toBe(1);
  await expect.poll(() => served.length, { timeout: 20_000 }).toBeGreaterThan(before + 1);
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('ready');
});

it('that cannot be loaded is not offered, and the engine goes on', async () => {
  const path = join(settings.modelsDir, 'better.gguf');
  // Only its beginning: without a known hash, nobody notices before it is loaded.
  await copyFile(weights, path);
  await truncate(path, 10_000_000);
  const broken = { ...better, bytes: undefined, sha256: undefined };
  kept = keepBetterModels(
    [broken],
    settings,
    { ...serving, install: () => startInstalled([broken], settings, () => kept?.onEngineRestart()) },
    stopping.signal,
  );
  await expect
    .poll(() => localModels().get('better'), { timeout: 20_000 })
    .toMatchObject({
      state: 'waiting',
      reason: 'It could not be loaded.',
    });
  await expect.poll(installedChatModels).toEqual([]);
});

it('ends with the process, whatever it waits for', async () => {
  const { ended } = keep();
  await expect.poll(stateOf).toBe('waiting');
  stopping.abort();
  await ended;
});
