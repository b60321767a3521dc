import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * An error of a test, as far as both test runners describe it.
 * @typedef {object} ReportedError
 * @property {string} message
 * @property {string} detail message, difference, stack
 * @property {{ file: string, line: number, column: number }} [at] where it was thrown
 */

/**
 * Sends a result to the step of `npm test` that runs this process. Resolves when it is sent.
 * @param {import('../scripts/steps/test-step.mjs').StepMessage} message
 * @returns {Promise<void>}
 */
export function sendResult(message) {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

/**
 * A failed test: located where its first error was thrown, else at `place`.
 * @param {string} name of the test
 * @param {string} place
 * @param {readonly ReportedError[]} errors
 * @param {readonly string[]} [further] what else belongs to the failure, such as its output
 * @returns {import('../scripts/steps/test-step.mjs').Failure}
 */
export function failureOf(name, place, errors, further = []) {
  const at = errors.find((error) => error.at)?.at;
  return {
    name,
    location: at ? `${relative(ROOT, at.file)}:${at.line}:${at.column}` : place,
    message: errors[0]?.message ?? 'Failed without an error.',
    detail: [...errors.map((error) => error.detail), ...further].filter(Boolean).join('\n\n'),
  };
}
