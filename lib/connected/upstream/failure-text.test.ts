import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { withTimeLimit } from '../../platform/with-time-limit';
import { inferenceFailed, mapFailure, requestTimeout } from '../../providers/kit/map-error';
import { readFailure } from '../../providers/vendor/read-failure';
import { failureText } from './failure-text';

const SECRET = 'a key of no usual form';
const called = { provider: 'lab', secrets: [SECRET] };
const identity = { ...called, model: 'm' };
let logged: Record<string, unknown>[] = [];
processState('platform.log', () =>
  createLogger('info', { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) }),
);
beforeEach(() => {
  logged = [];
});
const open = new AbortController();
afterEach(() => open.abort());

it('says of an abort by our own limit that the provider was too slow, in each format', async () => {
  const limited = withTimeLimit(open.signal, 1);
  while (!limited.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const thrown of [
    limited.reason,
    mapFailure(new Error('aborted'), identity, limited),
    readFailure(new Error('aborted'), identity, limited),
    requestTimeout(),
  ]) {
    expect(failureText(thrown, called)).toBe('It did not answer in time.');
  }
  expect(logged).toEqual([]);
});

it('logs what it cannot explain, with the provider and without its secrets', () => {
  const unknown = new Error(`Broken by ${SECRET}`, { cause: new TypeError(`of ${SECRET}`) });
  expect(failureText(unknown, called)).toBe('It failed for an unknown reason; the server log has it.');
  expect(failureText(inferenceFailed(new Error('not understood')), called)).toBe('The model failed to answer.');
  expect(failureText('a text', called)).toContain('unknown reason');
  expect(logged.map(({ level, provider, reason }) => [level, provider, reason])).toEqual([
    [50, 'lab', 'Error: Broken by …; caused by TypeError: of …'],
    [50, 'lab', 'ApiError: The model failed to answer.; caused by Error: not understood'],
    [50, 'lab', 'a text'],
  ]);
});
