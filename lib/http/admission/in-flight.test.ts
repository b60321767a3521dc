import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccountCaller } from '../../accounts/caller';
import { makeTestAccount } from '../../accounts/test-accounts';
import { newId } from '../../core/ids';
import { listRefusals } from '../../limits/log/list-refusals';
import { type Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { renderMetrics } from '../../platform/metrics/scrape';
import { openTestDatabase } from '../../platform/testing/test-database';
import { processState } from '../../platform/process-state';
import { testBody } from '../body/test-body';
import { finish } from '../finish';
import { createRequestContext, type RequestContext } from '../request-context';
import { setTransport } from '../server/transport';
import { boundInFlight, takeSlot } from './in-flight';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let caller: AccountCaller;
let accounts = 0;
beforeEach(async () => {
  boundInFlight(200);
  const account = await makeTestAccount(`flight${(accounts += 1)}@example.com`);
  caller = { kind: 'key', account, keyId: newId(), keyType: 'INFERENCE' } as AccountCaller;
});
afterEach(() => {
  delete settings().maxInFlightPerAccount;
});

const newContext = () =>
  createRequestContext(new Request('http://localhost/api/v1/chat/completions', { method: 'POST' }), 'inference');

/** Takes all free slots. */
function takeAll(): RequestContext[] {
  const taken: RequestContext[] = [];
  for (;;) {
    const context = newContext();
    try {
      takeSlot(context, caller);
    } catch {
      return taken;
    }
    taken.push(context);
  }
}

it.each([
  [200, 50],
  [64, 50],
  [400, 100],
  [20_000, 5_000],
])('with %i connections an account may have %i requests in flight', (connections, max) => {
  boundInFlight(connections);
  expect(takeAll()).toHaveLength(max);
});

it('MAX_IN_FLIGHT_PER_ACCOUNT takes precedence', () => {
  settings().maxInFlightPerAccount = 3;
  boundInFlight(20_000);
  expect(takeAll()).toHaveLength(3);
});

it('one more is refused with the bound and the seconds to wait, and recorded', async () => {
  takeAll();
  const context = newContext();
  expect(() => takeSlot(context, caller)).toThrow(
    expect.objectContaining({
      code: 'RATE_LIMIT_EXCEEDED',
      message: 'Too many requests at the same time: an account may have 50 requests in flight. Try again in 5 s.',
      options: { retryAfterSeconds: 5 },
    }),
  );
  expect(context.freeSlot).toBeNull();
  const counted = /^farebox_refusals_total\{kind="in_flight"\} [1-9]/m;
  expect((await renderMetrics()).text).toMatch(counted);
  const refusals = async () => (await listRefusals(caller.account.id)).map(({ modelId, type }) => [modelId, type]);
  await expect.poll(refusals, { timeout: 5_000 }).toContainEqual(['endpoint:api/v1/chat/completions', 'RPM']);
});

it('a request frees its slot once, however often it is finished', async () => {
  const [first, second] = takeAll();
  const outcome = { status: 200, ending: 'completed' } as const;
  await finish(first as RequestContext, outcome);
  await finish(first as RequestContext, outcome);
  expect(takeAll()).toHaveLength(1);
  second?.freeSlot?.();
  expect(takeAll()).toHaveLength(1);
});

it('slots are counted while entries without requests are removed', async () => {
  settings().maxInFlightPerAccount = 5;
  boundInFlight(200);
  const wallet = { address: `0x${'a'.repeat(40)}` };
  const walletCaller = { kind: 'wallet', account: caller.account, wallet } as AccountCaller;
  const { byName } = processState('http.in-flight', () => ({ byName: new Map<string, unknown>() }));
  byName.clear();
  // The account's own, and as many others as are kept: those without requests are removed for that of the wallet.
  for (let other = 0; other < 10_000; other += 1) {
    const context = newContext();
    const id = other === 0 ? caller.account.id : newId();
    takeSlot(context, { ...caller, account: { ...caller.account, id } });
    context.freeSlot?.();
  }
  expect(byName.size).toBe(10_000);
  takeSlot(newContext(), walletCaller);
  expect(takeAll()).toHaveLength(4);
});

it('a slot stays taken until the answer is sent', async () => {
  let close = (): void => undefined;
  const context = newContext();
  const whenClosed = (done: () => void) => void (close = done);
  const { signal } = new AbortController();
  setTransport(context.request, {
    client: { address: '127.0.0.1', direct: true },
    signal,
    body: testBody(),
    whenClosed,
  });
  takeSlot(context, caller);
  expect(takeAll()).toHaveLength(49);
  await finish(context, { status: 200, ending: 'completed' });
  expect(takeAll()).toHaveLength(0);
  close();
  expect(takeAll()).toHaveLength(1);
});
