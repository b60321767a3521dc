/**
 * `npm run bench -- peers`: installs the gateways that `npm run bench` compares with, in exact versions, into the
 * user's cache folder: a route handler of our own Next.js is built, Portkey is installed by npm, LiteLLM by pip in a
 * separate Python environment, and a gateway in Rust by cargo if there is one. Existing installations are left alone.
 * Reports the outcome of each; fails if one could not be installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeNextHandler } from './gateway/subjects/next-handler';
import {
  LITELLM_REQUIREMENT,
  litellmInstallation,
  missingGateway,
  nextInstallation,
  NOVEUM_CRATE,
  noveumInstallation,
  type Installation,
  PORTKEY_PACKAGE,
  portkeyInstallation,
} from './gateway/subjects/installations';

/** The longest that one command may take, and a compiler. */
const COMMAND_MS = 300_000;
const COMPILER_MS = 1_800_000;
/** How much of a failed command's output is shown. */
const SHOWN_CHARACTERS = 2_000;

const installed = [
  await install(nextInstallation(), buildNext),
  await install(portkeyInstallation(), installPortkey),
  await install(litellmInstallation(), installLitellm),
  // Few users have a Rust compiler, and the comparison does not need it.
  !hasCargo() || (await install(noveumInstallation(), installNoveum)),
];
process.exitCode = installed.every(Boolean) ? 0 : 1;

/** Installs one gateway. @returns whether it is installed now */
async function install(installation: Installation, fetchTo: (folder: string) => Promise<void>): Promise<boolean> {
  const { name, version, folder } = installation;
  if (missingGateway(installation) === null) {
    console.log(`${name} ${version} is installed already: ${folder}`);
    return true;
  }
  const startedMs = performance.now();
  // Leftovers of an interrupted run.
  rmSync(folder, { recursive: true, force: true });
  try {
    await fetchTo(folder);
    const missing = missingGateway(installation);
    if (missing !== null) throw new Error(`It was installed, but ${basename(installation.program)} is not in it.`);
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    console.log(`${name} ${version} could not be installed: ${cause instanceof Error ? cause.message : String(cause)}`);
    return false;
  }
  console.log(`${name} ${version} installed in ${seconds(startedMs)} s: ${folder}`);
  return true;
}

async function buildNext(folder: string): Promise<void> {
  const { command, args, env } = writeNextHandler(folder);
  await run(command, args, folder, env);
}

/** Installs into a draft folder that is then renamed, so that a partial installation never counts as complete. */
async function installPortkey(folder: string): Promise<void> {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), JSON.stringify(PORTKEY_PACKAGE, null, 2));
  // It needs no package scripts.
  const [npm, ...first] = runningNpm();
  await run(npm, [...first, 'install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'], draft);
  renameSync(draft, folder);
}

/** A Python environment cannot be moved; its program appears when pip has finished. */
async function installLitellm(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await run('python3', ['-m', 'venv', folder], folder);
  const python = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python');
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input'];
  await run(join(folder, python), ['-m', 'pip', 'install', ...quiet, LITELLM_REQUIREMENT], folder);
}

async function installNoveum(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { name, version } = NOVEUM_CRATE;
  const args = ['install', name, '--version', version, '--locked', '--root', folder, '--quiet'];
  await run('cargo', args, folder, {}, COMPILER_MS);
}

function hasCargo(): boolean {
  const isThere = spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isThere) console.log('The gateway in Rust is left out: cargo was not found.');
  return isThere;
}

/** Runs a command. @throws Error with the end of its output, or if it was not found */
function run(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
  timeoutMs = COMMAND_MS,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, timeout: timeoutMs });
    let output = '';
    const keepOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-SHOWN_CHARACTERS));
    child.stdout.on('data', keepOutput);
    child.stderr.on('data', keepOutput);
    child.once('error', () => reject(new Error(`${basename(command)} was not found: install it first.`)));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const end = signal ? `took longer than ${timeoutMs / 1_000} s` : `exited with code ${code}`;
      reject(new Error(`${basename(command)} ${end}:\n${output.trim()}`));
    });
  });
}

/** The npm that started this process, run by the same Node; otherwise the one on the PATH. */
function runningNpm(): [string, ...string[]] {
  const npm = process.env.npm_execpath;
  if (npm && existsSync(npm) && /^npm-cli\.c?js$/.test(basename(npm))) return [process.execPath, npm];
  return ['npm'];
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1_000).toFixed(0);
}
