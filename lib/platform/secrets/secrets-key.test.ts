import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { processState } from '../process-state';
import { findSecretsKey, KEY_FILE } from './secrets-key';

const folders: string[] = [];
let dataDir = '';
const restart = () => processState('platform.secrets-keys', () => new Map()).clear();
beforeEach(() => {
  restart();
  dataDir = mkdtempSync(join(tmpdir(), 'farebox-secrets-'));
  folders.push(dataDir);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const MATERIAL = 'an operator’s text of enough characters';

it('is made once beside the embedded database, for its user only, and is the same after a restart', async () => {
  expect(await findSecretsKey({ create: false }, { dataDir })).toBeNull();
  const keys = await Promise.all(Array.from({ length: 8 }, () => findSecretsKey({ create: true }, { dataDir })));
  expect(new Set(keys.map((key) => key?.key.toString('hex'))).size).toBe(1);
  expect(readdirSync(dataDir)).toEqual([KEY_FILE]);
  expect(statSync(join(dataDir, KEY_FILE)).mode & 0o777).toBe(0o600);
  const text = readFileSync(join(dataDir, KEY_FILE), 'utf8');
  restart();
  const again = await findSecretsKey({ create: true }, { dataDir });
  expect(again).toEqual(keys[0]);
  expect(readFileSync(join(dataDir, KEY_FILE), 'utf8')).toBe(text);
});

it('is written again before something is encrypted if its file was removed, and follows one that replaces it', async () => {
  const path = join(dataDir, KEY_FILE);
  const made = await findSecretsKey({ create: true }, { dataDir });
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  // Reading goes on, and writes nothing.
  expect(await findSecretsKey({ create: false }, { dataDir })).toEqual(made);
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await findSecretsKey({ create: true }, { dataDir })).toEqual(made);
  expect(readFileSync(path, 'utf8')).toBe(text);
  writeFileSync(path, MATERIAL);
  const replaced = await findSecretsKey({ create: true }, { dataDir });
  expect(replaced).not.toEqual(made);
  restart();
  expect(await findSecretsKey({ create: false }, { dataDir })).toEqual(replaced);
});

it('is on disk, with its name, before it is used; no file stays open, whatever fails', async () => {
  // The prototype of all handles.
  const probe = await open(dataDir, 'r');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const synced: boolean[] = [];
  const sync = vi.spyOn(handles, 'sync').mockImplementation(async function sync(this: FileHandle) {
    synced.push((await this.stat()).isDirectory());
  });
  await findSecretsKey({ create: true }, { dataDir });
  expect(synced).toEqual([false, true]);
  sync.mockRestore();
  restart();
  rmSync(join(dataDir, KEY_FILE));
  const drafts: FileHandle[] = [];
  const write = vi.spyOn(handles, 'writeFile').mockImplementation(async function write(this: FileHandle) {
    drafts.push(this);
    throw new Error('no space');
  });
  await expect(findSecretsKey({ create: true }, { dataDir })).rejects.toThrow('no space');
  // A closed handle has no number.
  expect(drafts.map(({ fd }) => fd)).toEqual([-1]);
  expect(readdirSync(dataDir)).toEqual([]);
  write.mockRestore();
});

it('is the operator’s, if there is one, also with PostgreSQL, and then no file is made', async () => {
  const databaseUrl = 'postgres://127.0.0.1/x';
  const given = await findSecretsKey({ create: true }, { secretsKey: MATERIAL, databaseUrl, dataDir });
  expect(given?.id).toMatch(/^[0-9a-f]{8}$/);
  expect(await findSecretsKey({ create: true }, { secretsKey: MATERIAL, dataDir })).toEqual(given);
  expect(await findSecretsKey({ create: true }, { databaseUrl, dataDir })).toBeNull();
  expect(readdirSync(dataDir)).toEqual([]);
});

it('goes with its text: as SECRETS_KEY, the content of the file is the same key', async () => {
  const made = await findSecretsKey({ create: true }, { dataDir });
  const secretsKey = readFileSync(join(dataDir, KEY_FILE), 'utf8').trim();
  expect(await findSecretsKey({ create: false }, { secretsKey, databaseUrl: 'postgres://x', dataDir })).toEqual(made);
});

it('says so if its file is damaged or cannot be read, and replaces nothing', async () => {
  const path = join(dataDir, KEY_FILE);
  writeFileSync(path, 'short\n');
  await expect(findSecretsKey({ create: true }, { dataDir })).rejects.toThrow(`${path} is damaged`);
  expect(readFileSync(path, 'utf8')).toBe('short\n');
  rmSync(path);
  chmodSync(dataDir, 0o700);
  writeFileSync(join(dataDir, 'file'), '');
  const inFile = join(dataDir, 'file');
  await expect(findSecretsKey({ create: true }, { dataDir: inFile })).rejects.toThrow(/ENOTDIR|EEXIST/);
});
