import { expect, it } from 'vitest';
import { message } from '../answer/fake-answer';
import { isUnsettled, sendingOf } from './sending';

const body = { model: 'big', messages: [{ role: 'user' as const, content: 'Hi' }] };

it('sends the same request with the same key, and another one with a key of its own', () => {
  const first = sendingOf(body, undefined);
  expect(sendingOf(body, first)).toBe(first);
  for (const other of [
    { ...body, seed: 1 },
    { ...body, model: 'bog' },
    { ...body, messages: [] },
  ])
    expect(sendingOf(other, first).key).not.toBe(first.key);
  expect(sendingOf(body, undefined).key).not.toBe(first.key);
});

it('reuses a key only while it is not known what became of the request', () => {
  const failure = { status: 0, code: 'OFFLINE', message: '', requestId: null, retryAfterSeconds: null, at: 0 };
  const failed = message({ state: 'failed', failure, requestId: null });
  expect(isUnsettled(failed)).toBe(true);
  expect(isUnsettled({ ...failed, requestId: 'aa-SVC' })).toBe(false);
  expect(isUnsettled({ ...failed, failure: { ...failure, status: 503, code: 'MODEL_AT_CAPACITY' } })).toBe(false);
  expect(isUnsettled({ ...failed, state: 'complete' })).toBe(false);
  // A proxy gave up on a request that may be carried out.
  for (const status of [502, 504]) {
    const gateway = { ...failed, failure: { ...failure, status, code: 'UNKNOWN_ERROR' } };
    expect(isUnsettled(gateway)).toBe(true);
    // Some proxies have IDs of their own in the header of ours.
    expect(isUnsettled({ ...gateway, requestId: '8a1b-FRA' })).toBe(true);
    expect(isUnsettled({ ...gateway, failure: { ...failure, status, code: 'REQUEST_TIMEOUT' } })).toBe(false);
  }
  expect(isUnsettled({ ...failed, failure: { ...failure, status: 500, code: 'UNKNOWN_ERROR' } })).toBe(false);
  // The page was closed.
  expect(isUnsettled({ ...failed, state: 'interrupted', failure: null })).toBe(true);
  expect(isUnsettled({ ...failed, state: 'interrupted', failure: null, requestId: 'aa-SVC' })).toBe(false);
  const conflict = { ...failure, status: 409, code: 'CONFLICT', requestId: 'aa-SVC' };
  const running = { ...failed, requestId: 'aa-SVC', failure: { ...conflict, retryAfterSeconds: 2 } };
  expect(isUnsettled(running)).toBe(true);
  // It was charged: another attempt is the user's choice, and a request of its own.
  expect(isUnsettled({ ...running, failure: conflict })).toBe(false);
});
