import { spawn } from 'node:child_process';
import { bundleOptions, childEntries } from './build.mjs';
import { prepare } from './prepare.mjs';
import { explainAndExit, ROOT, TOOL_ENV, toolPath } from './steps/run.mjs';
import { writeSceneIcons } from './steps/scene-icons.mjs';
import { BUILD, removeStamp } from './steps/stamp.mjs';

/*
 * `npm run dev`: Next's development server and esbuild, which keeps the children and workers in `dist` current. If one
 * of them exits, both do.
 */

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM'];

try {
  await prepare({ build: false });
  // From here on, dist changes with every edit, so the next start must rebuild.
  removeStamp(BUILD);
  // Imported dynamically, because before prepare() there may be no packages.
  const esbuild = await import('esbuild');
  const watching = await esbuild.context(bundleOptions(childEntries()));
  await watching.watch();
  await writeSceneIcons();
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
