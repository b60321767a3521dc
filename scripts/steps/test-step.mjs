import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, run, say, stop, toolPath } from './run.mjs';

/*
 * A step of `npm test`: one test runner, which writes everything to a log file and sends what we show here: how many
 * tests passed, and the failures (`.config/vitest.reporter.mjs`, `.config/playwright.reporter.ts`).
 */

/** Where the logs are, from the project's root. */
export const LOG_FOLDER = 'test-results';

/** Set for test runners that should send their results by IPC. */
export const STEP_VARIABLE = 'FAREBOX_TEST_STEP';

const SUMMARY_LINES = 8;
const LAST_LINES = 60;
const REDRAW_MS = 1000;

/**
 * @typedef {object} Failure
 * @property {string} name of the test, with its suites
 * @property {string} location `file:line:column` from the root; the file alone if nothing more is known
 * @property {string} message of the first error
 * @property {string} detail everything else about it: differences, stack, output
 */

/** @typedef {{ passed: number } | { failure: Failure }} StepMessage */

/**
 * @typedef {object} TestStep
 * @property {string} title
 * @property {string} log name of its log file
 * @property {string} tool as for `runTool`
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {string} [node] default: this Node
 * @property {string} [cwd] default: the project
 */

/**
 * Runs a test runner: one line when it succeeds; all failures when it does not.
 * @param {TestStep} step
 * @throws an error that ends with the name, location, and message of each failed test
 */
export async function runTests({ title, log, tool, args, env = {}, node = process.execPath, cwd = ROOT }) {
  const path = join(LOG_FOLDER, log);
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  const outputFd = openSync(join(ROOT, path), 'w');
  const progress = showProgress(title);
  /** @type {Failure[]} */
  const failures = [];
  /** @param {unknown} message */
  const onMessage = (message) => {
    if (!isStepMessage(message)) return;
    if ('failure' in message) failures.push(message.failure);
    progress.add(message);
  };
  const options = { cwd, env: { ...env, [STEP_VARIABLE]: '1' }, outputFd, onMessage };
  const { code } = await run(node, [toolPath(tool), ...args], options);
  closeSync(outputFd);
  const succeeded = code === 0 && !failures.length;
  progress.end(succeeded);
  if (succeeded) return;
  if (!failures.length) throw crashed(title, code, path);
  for (const failure of failures) say(`\n${failure.location} ${failure.name}\n${clean(failure.detail)}`);
  say('');
  const count = failures.length === 1 ? '1 test' : `${failures.length} tests`;
  throw stop(`${title}: ${count} failed. The full log is ${path}.`, failures.map(summaryOf).join('\n'));
}

/** @param {string} title @param {number} code @param {string} path */
function crashed(title, code, path) {
  say(readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n'));
  return stop(`${title}: ended with exit code ${code}, but no test failed.`, `The full log is ${path}.`);
}

/** @param {Failure} failure */
function summaryOf({ name, location, message }) {
  const lines = clean(message).split('\n').slice(0, SUMMARY_LINES);
  return [`${location} ${name}`, ...lines.map((line) => `    ${line}`)].join('\n').trimEnd();
}

/** @param {string} text */
function clean(text) {
  return stripVTControlCharacters(text).trimEnd();
}

/**
 * A line for the step, which counts along on a terminal, and one for each failure as soon as it happens.
 * @param {string} title
 */
function showProgress(title) {
  const began = performance.now();
  const terminal = process.stderr.isTTY;
  const count = { passed: 0, failed: 0 };
  const redraw = () => process.stderr.write(`\r\u001b[K${title} … ${lineOf(count, began)}`);
  const timer = terminal ? setInterval(redraw, REDRAW_MS) : undefined;
  if (!terminal) say(`${title} …`);
  const clear = () => terminal && process.stderr.write('\r\u001b[K');
  return {
    /** @param {StepMessage} message */
    add(message) {
      if ('passed' in message) {
        count.passed += message.passed;
        return;
      }
      count.failed += 1;
      clear();
      say(`FAILED ${message.failure.location} ${message.failure.name}`);
    },
    /** @param {boolean} succeeded */
    end(succeeded) {
      clearInterval(timer);
      clear();
      say(`${succeeded ? 'ok    ' : 'FAILED'} ${title}: ${lineOf(count, began)}`);
    },
  };
}

/** @param {{ passed: number, failed: number }} count @param {number} began */
function lineOf({ passed, failed }, began) {
  const counts = [`${passed.toLocaleString('en-US')} passed`, ...(failed ? [`${failed} failed`] : [])];
  return `${counts.join(', ')} (${Math.round((performance.now() - began) / 1000)} s)`;
}

/** @param {unknown} message @returns {message is StepMessage} */
function isStepMessage(message) {
  return typeof message === 'object' && message !== null && ('passed' in message || 'failure' in message);
}
