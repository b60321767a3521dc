import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freeDisk, freeMemoryOf } from './machine';

const MEMINFO = 'MemTotal:       16000000 kB\nMemFree:          100000 kB\nMemAvailable:    8000000 kB\n';
const from = (files: Record<string, string>) => freeMemoryOf((path) => files[path] ?? null, 42);

it('is what Linux calls available', () => {
  expect(from({ '/proc/meminfo': MEMINFO })).toBe(8_192_000_000);
  expect(from({ '/proc/meminfo': MEMINFO, '/sys/fs/cgroup/memory.max': 'max\n' })).toBe(8_192_000_000);
});

it('is the rest of a container’s limit, in which caches of files count as free', () => {
  const files = {
    '/proc/meminfo': MEMINFO,
    '/sys/fs/cgroup/memory.max': '4000000000\n',
    '/sys/fs/cgroup/memory.current': '3500000000\n',
    '/sys/fs/cgroup/memory.stat': 'anon 500000000\nfile 3000000000\ninactive_file 2900000000\n',
  };
  expect(from(files)).toBe(3_400_000_000);
  // A limit above what the machine has does not make memory.
  expect(from({ ...files, '/sys/fs/cgroup/memory.max': '99000000000\n' })).toBe(8_192_000_000);
});

it('is what Node reports elsewhere', () => {
  expect(from({})).toBe(42);
});

it('finds the disk of a folder that does not exist yet', async () => {
  expect(await freeDisk(join(tmpdir(), 'none', 'of', 'these'))).toBeGreaterThan(0);
});
