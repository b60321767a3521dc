import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHolder, lockFolder } from '../platform/database/lock';
import {
  ensureOperatorToken,
  isOperatorToken,
  isWrittenBy,
  readOperatorAccess,
  removeOperatorToken,
} from './operator-token';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-operator-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the operator token', () => {
  it('does not exist before the server start creates it', async () => {
    expect(isOperatorToken('')).toBe(false);
    expect(await readOperatorAccess(join(folder, 'none'))).toBeNull();
  });

  it('is readable by the server’s own user only, also when it replaces an older file', async () => {
    await writeFile(join(folder, 'operator.token'), 'old', { mode: 0o644 });
    await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
    expect((await stat(join(folder, 'operator.token'))).mode & 0o777).toBe(0o600);
    const access = await readOperatorAccess(folder);
    expect(access).toMatchObject({
      token: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
      address: 'http://127.0.0.1:3000',
    });
    expect(isOperatorToken(access?.token ?? '')).toBe(true);
    expect(isOperatorToken(`${access?.token}x`)).toBe(false);
    expect(isOperatorToken('old')).toBe(false);
  });

  it('is different after each start', async () => {
    const before = (await readOperatorAccess(folder))?.token ?? '';
    await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
    expect(isOperatorToken(before)).toBe(false);
    expect(await readFile(join(folder, 'operator.token'), 'utf8')).not.toContain(before);
  });

  it('identifies its writer like the lock identifies its holder', async () => {
    const lock = await lockFolder(join(folder, 'db.lock'), 'The database');
    const holder = findHolder(join(folder, 'db.lock'));
    const access = await readOperatorAccess(folder);
    lock.release();
    if (!holder || !access) throw new Error('Neither may be missing.');
    expect(isWrittenBy(access, holder)).toBe(true);
    expect(isWrittenBy(access, { ...holder, pid: holder.pid + 1 })).toBe(false);
    expect(isWrittenBy(access, { ...holder, startedAt: 'another time' })).toBe(false);
  });

  it('is removed at shutdown, and another process’s file is left alone', async () => {
    const { token } = (await readOperatorAccess(folder)) ?? { token: '' };
    await removeOperatorToken(folder);
    expect(isOperatorToken(token)).toBe(false);
    expect(await readOperatorAccess(folder)).toBeNull();
    await writeFile(join(folder, 'operator.token'), 'token\nhttp://127.0.0.1:3000\n1\n1\n');
    await removeOperatorToken(folder);
    expect(await readOperatorAccess(folder)).toMatchObject({ token: 'token', writer: { pid: 1, startedAt: '1' } });
  });
});
