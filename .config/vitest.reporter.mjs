import { failureOf, sendResult } from './send-result.mjs';

/** @typedef {import('vitest').SerializedError} SerializedError */

/**
 * Sends results to `npm test`, as a reporter of Vitest. What `npm test` does not show is in the log of the `default`
 * reporter.
 */
export class StepReporter {
  /** What unfinished tests printed, by their ID. @type {Map<string, string>} */
  #printed = new Map();

  /** @param {import('vitest').UserConsoleLog} log */
  onUserConsoleLog({ taskId, content }) {
    if (taskId) this.#printed.set(taskId, (this.#printed.get(taskId) ?? '') + content);
  }

  /** @param {import('vitest/node').TestCase} test */
  async onTestCaseResult(test) {
    const printed = this.#printed.get(test.id);
    this.#printed.delete(test.id);
    const { state, errors } = test.result();
    if (state === 'passed') await sendResult({ passed: 1 });
    if (state === 'failed') await fail(test.fullName, test.module.relativeModuleId, errors, printed);
  }

  /** @param {import('vitest/node').TestSuite} suite */
  async onTestSuiteResult(suite) {
    const errors = suite.errors();
    if (errors.length) await fail(suite.fullName, suite.module.relativeModuleId, errors);
  }

  /** @param {import('vitest/node').TestModule} module */
  async onTestModuleEnd(module) {
    const errors = module.errors();
    if (errors.length) await fail('(the file)', module.relativeModuleId, errors);
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly SerializedError[]} unhandled
   */
  async onTestRunEnd(modules, unhandled) {
    for (const error of unhandled) await fail('(error outside of tests)', 'unknown', [error]);
    // A process that ended by itself took its file along.
    const cut = modules.filter((module) => ['queued', 'pending'].includes(module.state()));
    for (const { relativeModuleId } of cut)
      await fail('(the file)', relativeModuleId, [{ name: 'Error', message: 'It did not end.' }]);
  }
}

/** @param {string} name @param {string} file @param {readonly SerializedError[]} errors @param {string} [printed] */
async function fail(name, file, errors, printed) {
  const further = printed ? [`It printed:\n${printed}`] : [];
  await sendResult({ failure: failureOf(name, file, errors.map(reported), further) });
}

/** @param {SerializedError} error @returns {import('./send-result.mjs').ReportedError} */
function reported(error) {
  const message = `${error.name ?? 'Error'}: ${error.message}`;
  const diff = typeof error.diff === 'string' ? error.diff : '';
  const frames = error.stacks ?? [];
  const stack = frames.map(
    ({ method, file, line, column }) => `    at ${method || 'test'} (${file}:${line}:${column})`,
  );
  const detail = [message, diff, stack.length ? stack.join('\n') : (error.stack ?? '')].filter(Boolean).join('\n');
  return { message, detail, at: frames[0] };
}
