import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { log } from '../log';
import { testSnapshot } from '../testing/test-database';
import { flushLazily } from './flush-lazily';
import { startPglite } from './pglite';
import { FsyncNodeFS } from './pglite-files';

let folder: string;
let files: FsyncNodeFS;
let engine: PGlite;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-flush-'));
  files = new FsyncNodeFS(join(folder, 'db'));
  engine = await startPglite(files, await testSnapshot());
}, 60_000);
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

let names = 0;
/** A commit that does not wait for the disk. */
const commitLazily = () =>
  engine.transaction(async (tx) => {
    await tx.query("select set_config('synchronous_commit', 'off', true)");
    await tx.query('insert into installation_secret values ($1, $1)', [`name ${(names += 1)}`]);
  });

/** Flushes while work and then two seconds pass. */
async function flushesOf(work: () => Promise<unknown>): Promise<number> {
  const before = files.fsyncCount;
  await work();
  await vi.advanceTimersByTimeAsync(2_000);
  // Waits for its turn behind the flush.
  await engine.query('select 1');
  return files.fsyncCount - before;
}

it('flushes commits that did not wait for the disk, all of a second at once', async () => {
  expect(await flushesOf(commitLazily)).toBe(0);
  const { onStatement, end } = flushLazily(engine);
  const many = async () => {
    for (let count = 0; count < 5; count += 1) {
      onStatement();
      await commitLazily();
    }
  };
  expect(await flushesOf(many)).toBe(1);
  expect(await flushesOf(many)).toBe(1);
  end();
});

it('writes nothing if everything is on disk, or if nothing happens', async () => {
  const { onStatement, end } = flushLazily(engine);
  await engine.query("insert into installation_secret values ('flushed', '')");
  const read = async () => {
    onStatement();
    await engine.query('select name from installation_secret');
  };
  await flushesOf(read);
  expect(await flushesOf(read)).toBe(0);
  expect(await flushesOf(async () => undefined)).toBe(0);
  end();
});

it('does nothing after its end', async () => {
  const { onStatement, end } = flushLazily(engine);
  onStatement();
  end();
  onStatement();
  expect(await flushesOf(commitLazily)).toBe(0);
});

it('survives a database that fails, and reports it once', async () => {
  const error = vi.spyOn(log, 'error').mockReturnValue();
  const query = vi.fn(() => Promise.reject(new Error('broken')));
  const { onStatement, end } = flushLazily({ query });
  for (let second = 0; second < 2; second += 1) {
    onStatement();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(query).toHaveBeenCalledTimes(2);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
  end();
});
