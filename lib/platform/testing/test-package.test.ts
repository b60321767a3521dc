import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../project-root';
import { installTestPackage } from './test-package';

const CACHE = join(projectRoot(), 'node_modules', '.cache', 'farebox');
const folderOf = (name: string) => join(CACHE, name);

it('reports what could not be fetched, with npm’s error as the cause, and leaves nothing in the cache', async () => {
  // npm rejects such a name without a request.
  const name = `no package ${process.pid}`;
  const failure: unknown = await installTestPackage({ name, version: '1.0.0' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: `${name} 1.0.0 could not be fetched with npm.` });
  expect(failure instanceof Error && String(failure.cause)).toMatch(/npm/);
  expect(readdirSync(folderOf(name))).toEqual([]);
  rmSync(folderOf(name), { recursive: true });
});

it('makes no request for a cached package', async () => {
  const name = `no package ${process.pid} either`;
  mkdirSync(join(folderOf(name), '1.0.0'), { recursive: true });
  expect(await installTestPackage({ name, version: '1.0.0' })).toBe(join(folderOf(name), '1.0.0'));
  rmSync(folderOf(name), { recursive: true });
  expect(existsSync(folderOf(name))).toBe(false);
});
