import { delimiter } from 'node:path';
import { check } from './check.mjs';
import { fuzz } from './fuzz.mjs';
import { prepare } from './prepare.mjs';
import { findChromium, findPostgres, findRedis } from './steps/programs.mjs';
import { explainAndExit, runTool, say, stop } from './steps/run.mjs';

/*
 * `npm test`: packages, checks, build, unit and route tests, browser and client tests. Stops at the first step that
 * fails.
 *   --matrix       all themes and sizes in the browser, all kill rounds, API fuzzing
 *   --screenshots  only builds and takes the screenshots
 */

const MATRIX_ROUNDS = '20';

try {
  const wanted = new Set(process.argv.slice(2));
  await prepare({ build: false });
  if (wanted.has('--screenshots')) await takeScreenshots();
  else await testEverything(wanted.has('--matrix'));
} catch (error) {
  explainAndExit(error);
}

/** @param {boolean} matrix */
async function testEverything(matrix) {
  const began = performance.now();
  const chromium = await findChromium();
  const folders = [await findPostgres(), await findRedis()];
  const env = {
    FAREBOX_CHROMIUM: chromium,
    PATH: [process.env.PATH, ...folders].filter(Boolean).join(delimiter),
    ...(matrix ? { FAREBOX_MATRIX: '1', FAREBOX_ROUNDS: process.env.FAREBOX_ROUNDS ?? MATRIX_ROUNDS } : {}),
  };
  say('Checks');
  await check();
  // Before the unit tests, which write programs into `dist`: in a new clone, the build must work without them.
  await prepare({ build: true });
  say('Unit and route tests');
  await step('vitest', ['run', '--config', '.config/vitest.config.ts'], env);
  say('Browser and client tests');
  await step('@playwright/test:playwright', ['test', '--config', '.config/playwright.config.ts'], env);
  if (matrix && (await fuzz()) !== 0) throw stop('The fuzzer found something.', 'See its output above.');
  say(`All tests passed in ${Math.round((performance.now() - began) / 1000)} s.`);
}

async function takeScreenshots() {
  const env = { FAREBOX_CHROMIUM: await findChromium(), FAREBOX_SCREENSHOTS: '1' };
  await prepare({ build: true });
  const args = ['test', '--config', '.config/playwright.config.ts', '--project=screenshots'];
  await step('@playwright/test:playwright', args, env);
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
async function step(tool, args, env) {
  const { code } = await runTool(tool, args, { env, show: true });
  if (code !== 0) throw stop(`${tool.split(':').at(-1)} failed (exit code ${code}).`, 'See its output above.');
}
