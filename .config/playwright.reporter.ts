import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { failureOf, type ReportedError, sendResult } from './send-result.mjs';

/** Sends results to `npm test`; everything that it does not show is in the log of the `list` reporter. */
export default class StepReporter implements Reporter {
  /** Playwright waits only for `onEnd`. */
  readonly #sent: Promise<void>[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return;
    if (result.status === test.expectedStatus) {
      this.#sent.push(sendResult({ passed: 1 }));
      return;
    }
    const [, project = '', , ...titles] = test.titlePath();
    const place = `${test.location.file}:${test.location.line}:${test.location.column}`;
    const printed = [...result.stdout, ...result.stderr].map(String).join('');
    const files = result.attachments.flatMap(({ name, path }) => (path ? [`${name}: ${path}`] : []));
    const further = [...files, ...(printed ? [`It printed:\n${printed}`] : [])];
    const name = `[${project}] ${titles.join(' > ')}`;
    const failure = failureOf(name, place, result.errors.map(reported), further);
    this.#sent.push(sendResult({ failure }));
  }

  onError(error: TestError): void {
    this.#sent.push(sendResult({ failure: failureOf('(error outside of tests)', 'unknown', [reported(error)]) }));
  }

  async onEnd(): Promise<void> {
    await Promise.all(this.#sent);
  }
}

function reported({ message, value, stack, snippet, location }: TestError): ReportedError {
  const text = message ?? value ?? '';
  return { message: text, detail: [stack ?? text, snippet ?? ''].filter(Boolean).join('\n'), at: location };
}
