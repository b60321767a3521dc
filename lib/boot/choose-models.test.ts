import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHAT_MODELS } from '../engines/manifest';
import { readSettings } from '../platform/env';
import { chooseModels, type Machine } from './choose-models';

const SMALL = 'smollm2-135m';
const BETTER = 'qwen2.5-coder-1.5b';
const LARGE: Machine = { memoryBytes: 16e9, diskBytes: 50e9 };

async function chosen(variables: Record<string, string>, machine = LARGE) {
  const { entries, declined } = await chooseModels(readSettings({ MODELS_DIR: '/nowhere', ...variables }), machine);
  return { ids: entries.map(({ id }) => id), declined };
}

it('has both models where nobody decided and the machine has the room', async () => {
  expect(await chosen({})).toEqual({ ids: [SMALL, BETTER], declined: null });
});

it.each([
  [{ SERVICE_FILE: 'service.yaml' }],
  [{ OPENAI_API_KEY: 'k' }],
  [{ OLLAMA_HOST: 'http://127.0.0.1:11434' }],
  [{ UPSTREAM_BASE_URL: 'http://127.0.0.1:8000/v1' }],
])('has the small one only beside models of the operator, without a word: %j', async (variables) => {
  expect(await chosen(variables)).toEqual({ ids: [SMALL], declined: null });
  expect(await chosen({ ...variables, EMBEDDED_MODELS: `${SMALL},${BETTER}` })).toEqual({
    ids: [SMALL, BETTER],
    declined: null,
  });
});

it.each([
  [{ memoryBytes: 4.1e9 }, 'A better local model needs a machine with 8 GB of memory; this one has 4.1 GB.'],
  [{ diskBytes: 1.2e9 }, 'A better local model needs 5 GB of free disk space; /nowhere has 1.2 GB.'],
])('says why a machine gets none: %j', async (less, declined) => {
  expect(await chosen({}, { ...LARGE, ...less })).toEqual({ ids: [SMALL], declined });
  expect(await chosen({ EMBEDDED_MODELS: SMALL }, { ...LARGE, ...less })).toEqual({ ids: [SMALL], declined: null });
  expect((await chosen({ EMBEDDED_MODELS: BETTER }, { ...LARGE, ...less })).ids).toEqual([BETTER]);
});

it('needs no disk for weights that are here', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  for (const { file, bytes = 0 } of CHAT_MODELS) {
    await writeFile(join(folder, file), '');
    // Without contents on the disk.
    await truncate(join(folder, file), bytes);
  }
  expect((await chosen({ MODELS_DIR: folder }, { ...LARGE, diskBytes: 0 })).ids).toEqual([SMALL, BETTER]);
  await rm(folder, { recursive: true });
});

it('has none if nobody wants one', async () => {
  expect(await chosen({ EMBEDDED_MODELS: 'none' })).toEqual({ ids: [], declined: null });
});
