import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT, run } from './run.mjs';
import { LOG_FOLDER } from './test-step.mjs';

/** Inside the project, so that the test runners are found. */
mkdirSync(join(ROOT, LOG_FOLDER), { recursive: true });
const FOLDER = mkdtempSync(join(ROOT, LOG_FOLDER, 'step-'));
const LOG = 'test-step.log';
const LINES_OF_NOISE = 50;

afterAll(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  rmSync(join(ROOT, LOG_FOLDER, LOG), { force: true });
});

/** The real configurations, for one file of tests. */
const RUNNERS = {
  vitest: {
    tool: 'vitest',
    importFrom: 'vitest',
    run: ['run', '--config'],
    config: (/** @type {string} */ file) => `
      import real from '${ROOT}/.config/vitest.config.ts';
      const test = { ...real.test, include: ['**/${file}'], globalSetup: [] };
      export default { ...real, root: '${FOLDER}', test };`,
  },
  playwright: {
    tool: '@playwright/test:playwright',
    importFrom: '@playwright/test',
    run: ['test', '--config'],
    config: (/** @type {string} */ file) => `
      import real from '${ROOT}/.config/playwright.config.ts';
      const outputDir = '${FOLDER}/output';
      export default { ...real, testDir: '${FOLDER}', testMatch: '${file}', outputDir, projects: [{ name: 'step' }] };`,
  },
};

/** Runs a file of tests as a step of `npm test`, in a separate process. */
async function runStep(/** @type {keyof typeof RUNNERS} */ name, /** @type {string} */ body) {
  const runner = RUNNERS[name];
  const file = `${name}-${Math.random().toString(36).slice(2)}.test.mjs`;
  const test = name === 'vitest' ? 'it as test' : 'test';
  writeFileSync(join(FOLDER, file), `import { ${test}, expect } from '${runner.importFrom}';\n${body}`);
  const config = join(FOLDER, `${file}.config.ts`);
  writeFileSync(config, runner.config(file));
  const step = { title: 'Some tests', log: LOG, tool: runner.tool, args: [...runner.run, config] };
  return { ...(await runInProcess(step)), log: readFileSync(join(ROOT, LOG_FOLDER, LOG), 'utf8'), file };
}

/** @param {import('./test-step.mjs').TestStep} step */
function runInProcess(step) {
  const program = `
    import { explainAndExit } from '${ROOT}/scripts/steps/run.mjs';
    import { runTests } from '${ROOT}/scripts/steps/test-step.mjs';
    await runTests(${JSON.stringify(step)}).catch(explainAndExit);`;
  return run(process.execPath, ['--input-type=module', '--eval', program], { env: { NODE_OPTIONS: undefined } });
}

const NOISE = `for (let line = 0; line < ${LINES_OF_NOISE}; line += 1) console.log('{"level":30,"line":' + line + '}');`;

describe.each(/** @type {const} */ (['vitest', 'playwright']))('a step that runs %s', (name) => {
  it('prints one line when all is well, and logs everything', async () => {
    const { code, output, log } = await runStep(name, `test('adds', () => { ${NOISE} expect(1 + 1).toBe(2); });`);
    expect(output).toMatch(/^Some tests …\nok {5}Some tests: 1 passed \(\d+ s\)\n$/);
    expect(code).toBe(0);
    expect(log).toContain(`"line":${LINES_OF_NOISE - 1}`);
  });

  it('ends with name, location, and message of a failed test, after its difference and output', async () => {
    const body = `
test('adds', () => { ${NOISE} });
test('subtracts', () => {
  console.log('said by the failing test');
  expect({ sum: 3 }).toEqual({ sum: 4 });
});`;
    const { code, output, file } = await runStep(name, body);
    expect(code).toBe(1);
    expect(output).not.toContain('"level":30');
    const [before = '', summary = ''] = output.split(
      `Some tests: 1 test failed. The full log is ${LOG_FOLDER}/${LOG}.`,
    );
    expect(summary.trim()).toMatch(new RegExp(`^\\S*${file}:6:\\d+ .*subtracts\\n {4}\\S.*`));
    expect(summary).toMatch(/to(DeeplyEqual| deeply equal|Equal)/);
    expect(before).toContain('said by the failing test');
    expect(before).toMatch(/- .*4[^]*\+ .*3/);
    expect(before).toMatch(/FAILED Some tests: 1 passed, 1 failed/);
  });

  it('fails, with the end of the log, when the file of the tests cannot be loaded', async () => {
    const { code, output } = await runStep(name, `throw new Error('not even loaded');`);
    expect(code).toBe(1);
    expect(output).toContain('not even loaded');
    expect(output).toContain(`The full log is ${LOG_FOLDER}/${LOG}.`);
  });
});

it('a step that fails before any test prints the end of its log', async () => {
  const step = { title: 'Some tests', log: LOG, tool: 'vitest', args: ['run', '--config', join(FOLDER, 'none.ts')] };
  const { code, output } = await runInProcess(step);
  expect(code).toBe(1);
  expect(output).toContain('none.ts');
  expect(output).toContain(`ended with exit code 1, but no test failed.\nThe full log is ${LOG_FOLDER}/${LOG}.`);
});
