import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MODULE = new URL('survive-bugs.ts', import.meta.url).href;
/** Two bugs, after which the process is still alive. */
const PROGRAM = `
  const { surviveBugs } = await import('${MODULE}');
  surviveBugs();
  void Promise.reject(new Error('first'));
  setTimeout(() => { throw new Error('second'); }, 10);
  setTimeout(() => console.log('alive'), 50);
`;

it('logs uncaught errors, and continues', async () => {
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)).toEqual([
    'first',
    'second',
  ]);
  expect(stdout).toContain('alive');
});
