import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../core/ids';
import type { Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { findFirstUses } from './find-first-uses';
import { insertHistory, type TestRequest, watchStatements } from './test-history';

const KEY = newId();

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

let requests = 0;
const request = (micros: number, more: Partial<TestRequest> = {}): TestRequest => ({
  ...{ requestId: `first-uses-${(requests += 1)}`, micros: BigInt(micros), lines: [['output', 1n]], ...more },
});

it('finds nothing for an account without requests, or with those of others', async () => {
  await insertHistory(newId(), [request(1), request(2, { keyId: KEY })]);
  expect(await findFirstUses(newId())).toEqual({ chat: false, withKey: false });
});

it.each<[string, Partial<TestRequest>, { chat: boolean; withKey: boolean }]>([
  ['a text without a key', {}, { chat: true, withKey: false }],
  ['a text with a key', { keyId: KEY }, { chat: false, withKey: true }],
  ['an image without a key', { modelType: 'image' }, { chat: false, withKey: false }],
  ['an image with a key', { modelType: 'image', keyId: KEY }, { chat: false, withKey: true }],
])('finds %s', async (_name, more, found) => {
  const accountId = newId();
  await insertHistory(accountId, [request(1, more)]);
  expect(await findFirstUses(accountId)).toEqual(found);
});

it('finds it among the oldest and the newest of many requests, and reads no more of them', async () => {
  const many = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => request(from + n, { keyId: KEY, modelType: 'image' }));
  const [oldest, newest] = [newId(), newId()];
  await insertHistory(oldest, [request(0), ...many(2_000, 1)]);
  await insertHistory(newest, [...many(2_000, 1), request(2_001)]);
  expect(await findFirstUses(oldest)).toEqual({ chat: true, withKey: true });
  const statements = await watchStatements(async () => {
    expect(await findFirstUses(newest)).toEqual({ chat: true, withKey: true });
  });
  const plan = statements.at(-1)?.plan ?? '';
  expect(plan).toMatch(/Index Scan using usage_record_by_account/);
  expect(plan).toMatch(/Index Scan Backward using usage_record_by_account/);
  expect(plan).not.toContain('Sort');
});
