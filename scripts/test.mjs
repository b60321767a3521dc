import { delimiter } from 'node:path';
import { check } from './check.mjs';
import { fuzz } from './fuzz.mjs';
import { prepare } from './prepare.mjs';
import { findChromium, findPostgres, findRedis } from './steps/programs.mjs';
import { explainAndExit, say, stop } from './steps/run.mjs';
import { LOG_FOLDER, runTests } from './steps/test-step.mjs';

/*
 * `npm test`: packages, checks, build, unit and route tests, browser and client tests. Stops at the first step that
 * fails. Prints a line per step and every failure; the rest is in log files.
 *   --matrix       all themes and sizes in the browser, all kill rounds, API fuzzing
 *   --screenshots  only builds and takes the screenshots
 */

const MATRIX_ROUNDS = '20';

const UNIT_TESTS = {
  title: 'Unit and route tests',
  log: 'unit.log',
  tool: 'vitest',
  args: ['run', '--config', '.config/vitest.config.ts'],
};
const BROWSER_TESTS = {
  title: 'Browser and client tests',
  log: 'browser.log',
  tool: '@playwright/test:playwright',
  args: ['test', '--config', '.config/playwright.config.ts'],
};

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
  await runTests({ ...UNIT_TESTS, env });
  await runTests({ ...BROWSER_TESTS, env });
  if (matrix && (await fuzz()) !== 0) throw stop('The fuzzer found something.', 'See its output above.');
  say(`All tests passed in ${Math.round((performance.now() - began) / 1000)} s. Their logs are in ${LOG_FOLDER}.`);
}

async function takeScreenshots() {
  const env = { FAREBOX_CHROMIUM: await findChromium(), FAREBOX_SCREENSHOTS: '1' };
  await prepare({ build: true });
  const args = [...BROWSER_TESTS.args, '--project=screenshots'];
  await runTests({ title: 'Screenshots', log: 'screenshots.log', tool: BROWSER_TESTS.tool, args, env });
}
