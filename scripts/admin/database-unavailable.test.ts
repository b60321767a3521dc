import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { main } from '../admin';

const folder = mkdtempSync(join(tmpdir(), 'farebox-unavailable-'));
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names the setting if PostgreSQL is unavailable', async () => {
  // A port that was just released.
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  // Before this process first reads its settings.
  process.env.DATABASE_URL = `postgres://farebox:secret@127.0.0.1:${port}/farebox`;
  process.env.DATA_DIR = folder;

  let printed = '';
  let stderrText = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((stderrText += String(text))));
  await main(['account', 'list']);
  expect(process.exitCode).toBe(1);
  expect(printed).toBe('');
  expect(stderrText).toMatch(
    /^Cannot open the PostgreSQL database in DATABASE_URL: .*ECONNREFUSED.*\. Fix the setting, or start the PostgreSQL server\.\n$/,
  );
  expect(stderrText).not.toContain('secret');
});
