import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHAT_MODELS } from '../engines/manifest';
import { stampAs } from '../engines/sources/checksum';
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
  [{ memoryBytes: 4.1e9 }, 'A better embedded model needs a machine with 8 GB of memory; this one has 4.1 GB.'],
  [{ diskBytes: 1.2e9 }, 'A better embedded model needs 5 GB of free disk space; this machine has 1.2 GB.'],
])('says why a machine gets none: %j', async (less, declined) => {
  expect(await chosen({}, { ...LARGE, ...less })).toEqual({ ids: [SMALL], declined });
  expect(await chosen({ EMBEDDED_MODELS: SMALL }, { ...LARGE, ...less })).toEqual({ ids: [SMALL], declined: null });
  const named = { EMBEDDED_MODELS: BETTER, EMBEDDED_MODELS_MEMORY_MB: '3000' };
  expect((await chosen(named, { ...LARGE, ...less })).ids).toEqual([BETTER]);
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

it('counts what an interrupted download has left as space', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  const part = join(folder, `${CHAT_MODELS[1]?.file}.part`);
  await writeFile(part, '');
  await truncate(part, 900_000_000);
  expect((await chosen({ MODELS_DIR: folder }, { ...LARGE, diskBytes: 4.2e9 })).ids).toEqual([SMALL, BETTER]);
  expect((await chosen({ MODELS_DIR: folder }, { ...LARGE, diskBytes: 4e9 })).ids).toEqual([SMALL]);
  await rm(folder, { recursive: true });
});

it.each([[{}], [{ EMBEDDED_MODELS: `${SMALL},${BETTER}` }]])(
  'leaves out what the bound on memory can never hold, and says so: %j',
  async (variables) => {
    expect(await chosen({ ...variables, EMBEDDED_MODELS_MEMORY_MB: '1500' })).toEqual({
      ids: [SMALL],
      declined:
        'Qwen2.5 Coder 1.5B Instruct needs 2.6 GB of memory, but embedded models may take only 1.5 GB (EMBEDDED_MODELS_MEMORY_MB).',
    });
  },
);

it('installs none with EMBEDDED_MODELS=none', async () => {
  expect(await chosen({ EMBEDDED_MODELS: 'none' })).toEqual({ ids: [], declined: null });
});

it('says that a better model is here and not served beside models of the operator', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'models-'));
  const better = CHAT_MODELS.find(({ id }) => id === BETTER);
  const path = join(folder, better?.file ?? '');
  await writeFile(path, '');
  await truncate(path, better?.bytes ?? 0);
  await stampAs(path, better?.sha256 ?? '');
  expect(await chosen({ MODELS_DIR: folder, OPENAI_API_KEY: 'k' })).toEqual({
    ids: [SMALL],
    declined:
      'Qwen2.5 Coder 1.5B Instruct is installed but not served, because a service file or a provider is configured.',
  });
  await rm(folder, { recursive: true });
});
