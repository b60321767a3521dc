import { spawn } from 'node:child_process';
import * as esbuild from 'esbuild';
import { prepare } from './prepare.mjs';
import { bundleOptions, childEntries } from './build.mjs';
import { explainAndExit, ROOT, TOOL_ENV, toolPath } from './steps/run.mjs';

/*
 * `npm run dev`: Next's development server, and beside it esbuild, which keeps the children and workers in `dist`
 * current. Either one's end is the end of both.
 */

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];

try {
  await prepare({ build: false });
  const watching = await esbuild.context(bundleOptions(childEntries()));
  await watching.watch();
  const host = process.env.HOST ?? '127.0.0.1';
  const next = spawn(process.execPath, [toolPath('next'), 'dev', '--hostname', host], {
    cwd: ROOT,
    env: { ...process.env, ...TOOL_ENV },
    stdio: 'inherit',
  });
  for (const signal of SIGNALS) process.on(signal, () => next.kill(signal));
  next.on('close', (code) => {
    void watching.dispose().then(() => process.exit(code ?? 0));
  });
} catch (error) {
  explainAndExit(error);
}
