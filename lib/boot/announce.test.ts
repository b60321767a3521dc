import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHAT_MODELS } from '../engines/manifest';
import { stampAs } from '../engines/sources/checksum';
import { betterModelLines } from './announce';

const choice = { entries: [...CHAT_MODELS], declined: null };
let modelsDir = '';

beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'models-'));
});
afterEach(() => rm(modelsDir, { recursive: true }));

const pathOf = (ending = '') => join(modelsDir, `${CHAT_MODELS[1]?.file}${ending}`);

it('say that a better model is on its way, how far it is, and how to turn it off', async () => {
  await writeFile(pathOf('.part'), '');
  await truncate(pathOf('.part'), 400_000_000);
  expect(await betterModelLines(choice, { modelsDir })).toEqual([
    'Qwen2.5 Coder 1.5B Instruct (1.1 GB) is being fetched in the background, 35% so far.',
    'It becomes the default model when it is ready; EMBEDDED_MODELS=smollm2-135m turns it off.',
  ]);
});

it('are silent about a model that is here', async () => {
  await writeFile(pathOf(), '');
  await truncate(pathOf(), CHAT_MODELS[1]?.bytes ?? 0);
  await stampAs(pathOf(), CHAT_MODELS[1]?.sha256 ?? '');
  expect(await betterModelLines(choice, { modelsDir })).toEqual([]);
});

it('say why there is none', async () => {
  const declined = 'It needs more.';
  expect((await betterModelLines({ ...choice, declined }, { modelsDir }))[0]).toBe(declined);
});
