import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReferences } from './steps/check-references.mjs';
import { explainAndExit, ROOT, runTool, say, stop } from './steps/run.mjs';

/*
 * `npm run check`: every rule that a program can check, two at a time, each with its duration. Only failures show their
 * output. If CI is set, no caches of earlier runs are used.
 */

const CACHE = 'node_modules/.cache';
const AT_ONCE = 2;

/** @typedef {{ code: number, output: string }} Outcome */

/** The longest first, so that both lanes end at about the same time. @type {Record<string, () => Promise<Outcome>>} */
const CHECKS = {
  eslint: () =>
    runTool('eslint', ['--config', '.config/eslint.config.mjs', '--max-warnings=0', ...cached('eslint/'), '.']),
  typescript: checkTypes,
  'dependency-cruiser': () =>
    runTool('dependency-cruiser:depcruise', [
      '--config',
      '.config/dependency-cruiser.cjs',
      '--output-type',
      'err-long',
      '.',
    ]),
  knip: () => runTool('knip', ['--config', '.config/knip.json', '--no-progress']),
  prettier: () =>
    runTool('prettier', [
      '--check',
      '--log-level=warn',
      ...cached('prettier/.prettier-cache'),
      '.',
      '!lib/platform/migrations/meta/**',
    ]),
  migrations: checkMigrations,
  references: checkReferences,
};

/**
 * Runs all checks.
 * @throws an error that names the failed ones; their output is already printed
 */
export async function check() {
  const waiting = Object.entries(CHECKS);
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, runCheck] = next;
      const began = performance.now();
      const { code, output } = await runCheck();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code === 0) continue;
      failed.push(name);
      say(`${output.trimEnd()}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failed.length) throw stop(`Failed: ${failed.join(', ')}.`, 'The output above says where.');
}

/** @param {string} path of the tool's cache, in our cache folder */
function cached(path) {
  return process.env.CI ? [] : ['--cache', '--cache-strategy=content', `--cache-location=${CACHE}/${path}`];
}

/** Next generates the route types; then TypeScript checks everything. */
async function checkTypes() {
  const types = await runTool('next', ['typegen']);
  return types.code === 0 ? runTool('typescript:tsc', ['--noEmit']) : types;
}

/** drizzle-kit, run in a copy of the folder, must find no missing migration. */
async function checkMigrations() {
  const folder = 'lib/platform/migrations';
  const copy = `${CACHE}/migrations-check`;
  rmSync(join(ROOT, copy), { recursive: true, force: true });
  cpSync(join(ROOT, folder), join(ROOT, copy), { recursive: true });
  const args = ['generate', '--dialect', 'postgresql', '--schema', './lib/*/tables.ts', '--out', `./${copy}`];
  const { code, output } = await runTool('drizzle-kit', args);
  if (code !== 0) return { code, output };
  const missing = readdirSync(join(ROOT, copy)).filter((name) => !readdirSync(join(ROOT, folder)).includes(name));
  if (!missing.length) return { code: 0, output };
  const sql = missing.map((name) => readFileSync(join(ROOT, copy, name), 'utf8')).join('\n');
  return { code: 1, output: `The tables differ from the migrations: run “npm run generate-migration”.\n${sql}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await check().catch(explainAndExit);
