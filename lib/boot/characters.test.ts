import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ListCharactersQuery } from '../characters/contract';
import { listCharacters } from '../characters/list';
import { makeReader } from '../characters/test-characters';
import { boot } from './boot';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-boot-characters-'));
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('EMBEDDED_MODELS', 'none');
  vi.stubEnv('SERVICE_FILE', join(folder, 'farebox.yaml'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const write = (text: string) => writeFileSync(join(folder, 'farebox.yaml'), text);

it('serves the characters of the service file from startup, and those of the new one after a reload', async () => {
  write('characters: [{ slug: keeper, name: Keeper, prompt: p }, { slug: pilot, name: Pilot, prompt: p }]');
  const running = await boot();
  const reader = await makeReader('ada@example.com');
  const names = async () => (await listCharacters(ListCharactersQuery.parse({}), reader)).data.map(({ name }) => name);
  expect(await names()).toEqual(['Keeper', 'Pilot']);
  write('characters: [{ slug: pilot, name: Captain, prompt: p }]');
  await running.reload();
  expect(await names()).toEqual(['Captain']);
  // A mistake changes nothing.
  write('characters: [{ slug: pilot, name: Admiral }]');
  await running.reload();
  expect(await names()).toEqual(['Captain']);
  write('include: []');
  await running.reload();
  expect(await names()).toHaveLength(8);
  await running.stop();
}, 90_000);
