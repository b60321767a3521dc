import { expect, it } from 'vitest';
import { ApiError } from '../../core/errors';
import { openTestDatabase } from '../testing/test-database';
import { findNotReady, outageOf } from './failure';

const withCode = (code: string) => Object.assign(new Error('x'), { code });
const wrapped = (cause: unknown) => new Error('Failed query', { cause: new Error('and again', { cause }) });

it.each([
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['ETIMEDOUT', 'hanging'],
  ['08006', 'unreachable'],
  ['57P01', 'unreachable'],
  ['57P02', 'unreachable'],
  ['57P03', 'unreachable'],
  ['57P04', 'unreachable'],
  ['57P05', 'unreachable'],
  ['25P03', 'unreachable'],
  ['53300', 'overloaded'],
  ['53100', 'overloaded'],
  ['25006', 'overloaded'],
  ['55P03', 'overloaded'],
  ['57014', 'slow'],
  ['23505', undefined],
  ['22003', undefined],
  ['42P01', undefined],
  ['25P02', undefined],
  ['ENOSPC', undefined],
] as const)('the code %s is %s', (code, expected) => {
  expect(outageOf(withCode(code))).toBe(expected);
  expect(outageOf(wrapped(withCode(code)))).toBe(expected);
});

it.each([
  ['Connection terminated unexpectedly', 'unreachable'],
  ['Connection terminated due to connection timeout', 'hanging'],
  ['timeout exceeded when trying to connect', 'overloaded'],
  ['Query read timeout', 'hanging'],
  ['Client has encountered a connection error and is not queryable', 'unreachable'],
  ['Cannot use a pool after calling end on the pool', 'unreachable'],
  ['The hold x has ended and cannot be reopened.', undefined],
] as const)('the message "%s" is %s', (message, expected) => {
  expect(outageOf(new Error(message))).toBe(expected);
});

it('finds NOT_READY below wrappers by drizzle and others, and nothing else', () => {
  const error = new ApiError('NOT_READY', 'x');
  expect(findNotReady(error)).toBe(error);
  expect(findNotReady(wrapped(error))).toBe(error);
  expect(findNotReady(wrapped(new ApiError('CONFLICT', 'x')))).toBeUndefined();
  expect(findNotReady('x')).toBeUndefined();
});

it('the embedded database is not ready once it is closed', async () => {
  const opened = await openTestDatabase();
  await opened.close();
  for (const use of [() => opened.query('select 1'), () => opened.transaction((tx) => tx.query('select 1'))]) {
    expect(findNotReady(await use().catch((error: unknown) => error))).toBeDefined();
  }
});

it('errors thrown by a transaction’s own work pass through unchanged', async () => {
  const opened = await openTestDatabase();
  const refused = withCode('ECONNREFUSED');
  const thrown: unknown = await opened.transaction(() => Promise.reject(refused)).catch((error: unknown) => error);
  expect(thrown).toBe(refused);
  await opened.close();
});
