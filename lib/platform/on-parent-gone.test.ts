import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MODULE = pathToFileURL(join(import.meta.dirname ?? '', 'on-parent-gone.ts')).href;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-parent-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A child that lives on by itself, and begins to watch its parent after so many milliseconds. */
function startChild(watchesAfterMs: number): ChildProcess {
  const script = join(folder, `child-${watchesAfterMs}.mjs`);
  writeFileSync(
    script,
    `import { onParentGone } from ${JSON.stringify(MODULE)};
    setInterval(() => undefined, 1_000);
    process.send('started');
    setTimeout(() => onParentGone(() => process.exit(7)), ${watchesAfterMs});`,
  );
  return fork(script, { execArgv: ['--import', 'tsx'] });
}

it.each([0, 500])('ends a child that begins to watch after %i ms', async (watchesAfterMs) => {
  const child = startChild(watchesAfterMs);
  const exited = once(child, 'exit');
  await once(child, 'message');
  child.disconnect();
  expect(await exited).toEqual([7, null]);
});
