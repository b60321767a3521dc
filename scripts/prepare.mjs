import { basename } from 'node:path';
import { build as buildAll } from './build.mjs';
import { withLock } from './steps/lock.mjs';
import { ROOT, run, say, sayWhile, stop } from './steps/run.mjs';
import { BUILD, INSTALL, isCurrent, removeStamp, writeStamp } from './steps/stamp.mjs';

/*
 * What must be done before any part of Farebox can run. Uses only Node's own modules, so that it works before
 * installation.
 */

const OLDEST_NODE = [20, 19];
const LAST_LINES = 25;

/**
 * Installs packages and builds the product, each only if its stamp is outdated.
 * @param {{ build: boolean }} steps
 * @throws an error with a message for the user: Node too old, install or build failed
 */
export async function prepare({ build }) {
  requireNode(process.versions.node);
  const isDone = () => isCurrent(INSTALL) && (!build || isCurrent(BUILD));
  if (isDone()) return;
  await withLock(async () => {
    if (!isCurrent(INSTALL)) await install();
    if (build && !isCurrent(BUILD)) {
      await sayWhile('Building (next build, about half a minute) …', buildAll);
    }
  });
}

/**
 * @param {string} version e.g. `20.19.0`
 * @throws an error with a message if it is too old
 */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw stop(
    `Farebox needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`,
    'Install a current Node from https://nodejs.org, then run the same command again.',
  );
}

async function install() {
  const hash = INSTALL.hash(ROOT);
  removeStamp(INSTALL);
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  // Install scripts of npm versions that do not read "allowScripts": one would look for a compiler although there is a
  // prebuilt binary, the other would download what only graphics cards use.
  const env = { NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true', ONNXRUNTIME_NODE_INSTALL: 'skip' };
  const { code, output } = await sayWhile('Installing packages (npm ci, about a minute) …', () =>
    run(...npmCommand(args), { env }),
  );
  if (code !== 0) {
    say(lastLines(output));
    throw stop(
      `npm ci failed (exit code ${code}); see its last lines above.`,
      'Check with “npm ping” that the package registry answers and that the disk has 2 GB free, then run the same command again.',
    );
  }
  writeStamp(INSTALL, hash);
}

/**
 * npm without a shell: the one that runs this process, else the one next to this Node.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  if (npm && /^npm-cli\.c?js$/.test(basename(npm))) return [process.execPath, [npm, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** @param {string} output */
function lastLines(output) {
  return output.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}
