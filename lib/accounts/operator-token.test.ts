import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureOperatorToken, isOperatorToken, readOperatorAccess } from './operator-token';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-operator-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the operator token', () => {
  it('is nothing before the start has made it', async () => {
    expect(isOperatorToken('')).toBe(false);
    expect(await readOperatorAccess(join(folder, 'none'))).toBeNull();
  });

  it('is written for the server’s own user alone, also over an older file', async () => {
    await writeFile(join(folder, 'operator.token'), 'old', { mode: 0o644 });
    await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
    expect((await stat(join(folder, 'operator.token'))).mode & 0o777).toBe(0o600);
    const access = await readOperatorAccess(folder);
    expect(access).toEqual({ token: expect.stringMatching(/^[0-9A-Za-z]{43}$/), address: 'http://127.0.0.1:3000' });
    expect(isOperatorToken(access?.token ?? '')).toBe(true);
    expect(isOperatorToken(`${access?.token}x`)).toBe(false);
    expect(isOperatorToken('old')).toBe(false);
  });

  it('is another one after each start', async () => {
    const before = (await readOperatorAccess(folder))?.token ?? '';
    await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
    expect(isOperatorToken(before)).toBe(false);
    expect(await readFile(join(folder, 'operator.token'), 'utf8')).not.toContain(before);
  });
});
