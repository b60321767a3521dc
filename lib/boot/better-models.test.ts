import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installedChatModels, startChatEngine, stopChatEngine } from '../engines/chat';
import { localModels } from '../engines/local-models';
import type { ChatModelEntry } from '../engines/manifest';
import { buildChatChild, testChatModel } from '../engines/test-engine';
import { readSettings, type Settings } from '../platform/env';
import { addBetterModels } from './better-models';
import { startInstalled } from './weights';

/** A better model that is in truth the small one, without sources: its file has to be put into the store. */
let better: ChatModelEntry;
let weights = '';
let settings: Settings;
const served: string[][] = [];
const stopping = new AbortController();

beforeEach(async () => {
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
  install: () => startInstalled([better], settings),
  serve: () => void served.push(installedChatModels().map(({ id }) => id)),
};

it('is served once it is loaded, however often that failed before', async () => {
  const states: string[] = [];
  const watch = setInterval(() => {
    const { state = 'unknown' } = localModels().get('better') ?? {};
    if (states.at(-1) !== state) states.push(state);
  }, 1);
  const done = addBetterModels([better], settings, serving, stopping.signal, 300);
  await expect
    .poll(() => localModels().get('better'))
    .toMatchObject({
      state: 'waiting',
      reason: 'Its weights could not be downloaded.',
    });
  expect(installedChatModels()).toEqual([]);
  await symlink(weights, join(settings.modelsDir, 'better.gguf'));
  await done;
  clearInterval(watch);
  expect(localModels().get('better')).toEqual({ state: 'ready' });
  expect(served.at(0)).toEqual([]);
  expect(served.at(-1)).toEqual(['better']);
  expect(served.slice(0, -1).flat()).toEqual([]);
  expect(states).toContain('fetching');
}, 60_000);
