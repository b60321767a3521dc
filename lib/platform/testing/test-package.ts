import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { randomHex } from '../../core/ids';
import { projectRoot } from '../project-root';

/** Shorter than the timeout of test setup, so that this error is shown and not the timeout. */
const INSTALL_MS = 50_000;

/** An npm package whose programs only tests run; it is not a dependency of Farebox. */
export type TestPackage = {
  name: string;
  /** An exact version. */
  version: string;
  /** Final steps in the folder before it is used. */
  finish?: (folder: string) => void;
};

/**
 * The folder whose `node_modules` contain the package: in `node_modules/.cache`, where npm installs it at first use.
 * @throws Error if npm cannot fetch it; its `cause` is npm's error
 */
export async function installTestPackage({ name, version, finish }: TestPackage): Promise<string> {
  const folder = join(projectRoot(), 'node_modules', '.cache', 'farebox', name, version);
  if (existsSync(folder)) return folder;
  // Renamed into place, because other test processes look for it at the same time and may be installing it too.
  const draft = `${folder}.${randomHex(4)}`;
  mkdirSync(draft, { recursive: true });
  try {
    const wanted = ['install', '--prefix', draft, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
    const [npm, ...first] = runningNpm();
    await promisify(execFile)(npm, [...first, ...wanted], { cwd: draft, timeout: INSTALL_MS });
    finish?.(draft);
    if (!existsSync(folder)) renameSync(draft, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw new Error(`${name} ${version} could not be fetched with npm.`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** The npm and Node that run this process; else the npm on the PATH. */
function runningNpm(): [string, ...string[]] {
  const npm = process.env.npm_execpath;
  if (npm && /^npm-cli\.c?js$/.test(basename(npm))) return [process.execPath, npm];
  return ['npm'];
}
