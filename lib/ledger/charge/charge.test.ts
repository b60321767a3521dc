import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { database, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { drainCharges, isInFlight } from './in-flight';
import { chargeStream, chargeValue } from './charge';
import type { ChargeRequest, Meter, ReceiptItem } from './types';
import { findBalance } from '../read/balance/find-balance';
import { findUsageRecord } from '../read/history/find-usage-record';
import { createTestAccount } from '../testing/test-account';
import { testBill, testOrder } from '../testing/test-orders';
import type { Hold, Receipt } from '../types';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

type Part = { text: string };
const part = (text: string): Part => ({ text });
const bill = (costNano: bigint) => testBill(costNano, true);

/** A meter that asks 10 nano-USD per part with text. */
function countingMeter(): Meter<Part> {
  let parts = 0;
  let first: number | null = null;
  return {
    add: ({ text }) => {
      if (text === '') return;
      parts += 1;
      first ??= clock.now();
    },
    produced: () => parts > 0,
    firstAtMs: () => first,
    bill: () => bill(10n * BigInt(parts)),
  };
}

async function newOrder(more: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
  return {
    ...testOrder(await createTestAccount(1000n)),
    minimumNano: 1n,
    requestId: newId(),
    modelId: 'm',
    modelType: 'text',
    arrivedAtMs: clock.now() - 5,
    ...more,
  };
}
const spendable = async (order: ChargeRequest) => (await findBalance(order.accountId)).usdNano;
const recordOf = (order: ChargeRequest) => findUsageRecord(order);
const holdState = async (order: ChargeRequest) =>
  (await database().query<{ state: string }>('select state from ledger_hold where id = $1', [order.id]))[0]?.state;

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 200) throw new Error('It never came to be.');
    await sleep(10);
  }
}

/** Makes settling impossible for one account while `work` runs. */
async function withoutSettle<T>(work: () => Promise<T>): Promise<T> {
  await database().query('alter table usage_record add constraint nothing_now check (false) not valid');
  try {
    return await work();
  } finally {
    await database().query('alter table usage_record drop constraint nothing_now');
  }
}

describe('chargeValue', () => {
  it('holds, works, settles, and returns value and receipt', async () => {
    const order = await newOrder();
    const seen: Hold[] = [];
    const result = await chargeValue(
      { ...order, onHold: (held) => seen.push(held) },
      async (held) => {
        expect(await spendable(order)).toBe(600n);
        return held.heldNano;
      },
      () => bill(120n),
    );
    expect(result.value).toBe(400n);
    expect(result.receipt).toMatchObject({ chargedNano: 120n, balanceAfterNano: 880n, estimated: true });
    expect(seen).toEqual([result.hold]);
    expect(await recordOf(order)).toMatchObject({ ending: 'completed', modelId: 'm', chargedNano: 120n });
  });

  it('releases the hold when the work fails, and throws its error', async () => {
    const order = await newOrder();
    const failing = chargeValue(
      order,
      () => Promise.reject(new ApiError('MODEL_OFFLINE', 'off')),
      () => bill(1n),
    );
    await expect(failing).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(await spendable(order)).toBe(1000n);
    expect(await recordOf(order)).toBeNull();
  });

  it('aborts what goes on after a part of the work has failed', async () => {
    const order = await newOrder();
    let aborted = false;
    const failing = chargeValue(
      order,
      (_, signal) => {
        const other = new Promise((resolve) => signal.addEventListener('abort', () => resolve((aborted = true))));
        return Promise.all([Promise.reject(new ApiError('MODEL_OFFLINE', 'off')), other]);
      },
      () => bill(1n),
    );
    await expect(failing).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
    expect(aborted).toBe(true);
    expect(await spendable(order)).toBe(1000n);
  });

  it('does no work without credit', async () => {
    const order = await newOrder({ accountId: await createTestAccount() });
    let worked = false;
    const work = () => Promise.resolve((worked = true));
    await expect(chargeValue(order, work, () => bill(1n))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(worked).toBe(false);
  });

  it('ends work at its deadline, and charges nothing', async () => {
    const order = await newOrder({ ttlSeconds: 0.2 });
    let aborted = false;
    const endless = chargeValue(
      order,
      (_, signal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
      () => bill(1n),
    );
    await expect(endless).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT', status: 504 });
    expect(aborted).toBe(true);
    expect(await spendable(order)).toBe(1000n);
  });

  it('ends the work when the caller leaves', async () => {
    const caller = new AbortController();
    const order = await newOrder({ signal: caller.signal });
    const endless = chargeValue(
      order,
      () => new Promise(() => undefined),
      () => bill(1n),
    );
    await until(async () => (await holdState(order)) === 'open');
    caller.abort();
    await expect(endless).rejects.toThrow('aborted');
    expect(await holdState(order)).toBe('released');
  });

  it('keeps the hold open if the charge cannot be settled, and returns nothing', async () => {
    const order = await newOrder();
    const failing = withoutSettle(() =>
      chargeValue(
        order,
        () => Promise.resolve('free?'),
        () => bill(1n),
      ),
    );
    await expect(failing).rejects.toThrow('usage_record');
    expect(await holdState(order)).toBe('open');
    expect(await spendable(order)).toBe(600n);
  });

  it('retries a failed charge and settles it once', async () => {
    const order = await newOrder();
    let started = () => undefined as void;
    const working = new Promise<void>((done) => (started = done));
    let charging: Promise<unknown> = Promise.resolve();
    await withoutSettle(async () => {
      charging = chargeValue(
        order,
        () => Promise.resolve(started()),
        () => bill(30n),
      );
      await working;
      await sleep(30);
    });
    await expect(charging).resolves.toMatchObject({ receipt: { chargedNano: 30n } });
    expect(await spendable(order)).toBe(970n);
  });
});

describe('chargeStream', () => {
  const collect = async (stream: AsyncIterable<Part | ReceiptItem>) => {
    const items: (Part | ReceiptItem)[] = [];
    for await (const item of stream) items.push(item);
    return items;
  };

  it('yields the parts and, after the charge is settled, the receipt as the last item', async () => {
    const order = await newOrder();
    const stream = chargeStream(
      order,
      async function* () {
        yield part('a');
        yield part('b');
      },
      countingMeter(),
    );
    const items: (Part | ReceiptItem)[] = [];
    for await (const item of stream) {
      items.push(item);
      expect(isInFlight(order)).toBe(!('receipt' in item));
      if ('receipt' in item) expect(await recordOf(order)).toMatchObject({ chargedNano: 20n, ending: 'completed' });
      else expect(await recordOf(order)).toBeNull();
    }
    expect(items).toEqual([
      part('a'),
      part('b'),
      { type: 'receipt', receipt: expect.objectContaining({ chargedNano: 20n, balanceAfterNano: 980n }) },
    ]);
    const record = await recordOf(order);
    expect(record?.firstTokenMs).toBeGreaterThanOrEqual(5);
    expect(record?.durationMs).toBeGreaterThanOrEqual(record?.firstTokenMs ?? Infinity);
  });

  it('holds only at the first next(), and throws there without credit', async () => {
    const order = await newOrder({ accountId: await createTestAccount() });
    const iterator = chargeStream(
      order,
      async function* () {
        yield part('a');
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(await iterator.next()).toMatchObject({ done: true });
  });

  it('releases the hold when the work fails before output', async () => {
    const order = await newOrder();
    const stream = chargeStream(
      order,
      async function* () {
        yield part('');
        throw new ApiError('MODEL_AT_CAPACITY', 'full');
      },
      countingMeter(),
    );
    await expect(collect(stream)).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY' });
    expect(await spendable(order)).toBe(1000n);
    expect(await holdState(order)).toBe('released');
  });

  it('releases the hold when the work throws before it is a stream', async () => {
    const order = await newOrder();
    const stream = chargeStream<Part>(
      order,
      () => {
        throw new Error('not even begun');
      },
      countingMeter(),
    );
    await expect(collect(stream)).rejects.toThrow('not even begun');
    expect(await spendable(order)).toBe(1000n);
  });

  it('charges the output when the work fails after it, before the error is thrown', async () => {
    const order = await newOrder();
    const stream = chargeStream(
      order,
      async function* () {
        yield part('a');
        throw new Error('cut');
      },
      countingMeter(),
    );
    const caught = await collect(stream).catch(async (error: unknown) => ({ error, record: await recordOf(order) }));
    expect(caught).toMatchObject({
      error: { message: 'cut' },
      record: { ending: 'upstream_failed', chargedNano: 10n },
    });
    expect(await spendable(order)).toBe(990n);
  });

  it.each([0, 1, 2, 3])('charges what was produced when the reader leaves after part %i', async (readParts) => {
    const receipts: Receipt[] = [];
    const order = { ...(await newOrder()), onReceipt: (receipt: Receipt) => void receipts.push(receipt) };
    let closed = false;
    const stream = chargeStream(
      order,
      async function* (_, signal) {
        try {
          for (const text of ['', 'a', 'b', 'c']) yield part(text);
          yield part(String(signal.aborted));
        } finally {
          closed = true;
        }
      },
      countingMeter(),
    );
    let read = 0;
    for await (const item of stream) {
      expect(item).not.toHaveProperty('receipt');
      if (read++ === readParts) break;
    }
    expect(closed).toBe(true);
    expect(await spendable(order)).toBe(1000n - 10n * BigInt(readParts));
    const record = await recordOf(order);
    expect(receipts).toMatchObject(readParts === 0 ? [] : [{ chargedNano: 10n * BigInt(readParts) }]);
    if (readParts === 0) expect(record).toBeNull();
    else expect(record).toMatchObject({ ending: 'client_left', chargedNano: 10n * BigInt(readParts) });
  });

  it('makes no hold if the request may not proceed', async () => {
    const order = await newOrder();
    const refuse = () => Promise.reject(new Error('somebody else does it'));
    const stream = chargeStream(
      { ...order, beforeHold: refuse },
      async function* () {
        yield part('never');
      },
      countingMeter(),
    );
    await expect(collect(stream)).rejects.toThrow('somebody else does it');
    expect(await spendable(order)).toBe(1000n);
    const value = chargeValue(
      { ...order, beforeHold: refuse },
      () => Promise.resolve(1),
      () => testBill(1n),
    );
    await expect(value).rejects.toThrow('somebody else does it');
    expect(await recordOf(order)).toBeNull();
  });

  it('does not wait for an upstream that hangs when the reader leaves', async () => {
    const order = await newOrder();
    const signals: AbortSignal[] = [];
    const iterator = chargeStream(
      order,
      async function* (_, signal) {
        signals.push(signal);
        yield part('a');
        await new Promise(() => undefined);
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await iterator.next();
    const pending = iterator.next();
    await iterator.return?.();
    expect(signals[0]?.aborted).toBe(true);
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await recordOf(order)).toMatchObject({ ending: 'client_left', chargedNano: 10n });
  });

  it("charges at once when the caller's signal aborts and nobody reads on", async () => {
    const caller = new AbortController();
    const order = await newOrder({ signal: caller.signal });
    const iterator = chargeStream(
      order,
      async function* () {
        yield part('a');
        yield part('b');
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await iterator.next();
    caller.abort();
    await until(async () => (await recordOf(order)) !== null);
    expect(await recordOf(order)).toMatchObject({ ending: 'client_left', chargedNano: 10n });
  });

  it('does nothing at all when the reader leaves before the first part', async () => {
    const order = await newOrder();
    const iterator = chargeStream(
      order,
      async function* () {
        yield part('a');
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await iterator.return?.();
    expect(await holdState(order)).toBeUndefined();
  });

  it('ends a stream at its deadline: output is charged, then the timeout is thrown', async () => {
    const order = await newOrder({ ttlSeconds: 0.2 });
    const stream = chargeStream(
      order,
      async function* () {
        yield part('a');
        await new Promise(() => undefined);
      },
      countingMeter(),
    );
    await expect(collect(stream)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(await recordOf(order)).toMatchObject({ ending: 'upstream_failed', chargedNano: 10n });
  });

  it('charges a reader that stops reading but never leaves, at the deadline', async () => {
    const order = await newOrder({ ttlSeconds: 0.2 });
    const iterator = chargeStream(
      order,
      async function* () {
        yield part('a');
        yield part('b');
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await iterator.next();
    await until(async () => (await recordOf(order)) !== null);
    expect(await recordOf(order)).toMatchObject({ ending: 'client_left', chargedNano: 10n });
    expect(await iterator.next()).toMatchObject({ done: true });
  });

  it('sends no receipt if the charge cannot be settled, keeps the hold open, and settles it later', async () => {
    const order = await newOrder();
    const stream = chargeStream(
      order,
      async function* () {
        yield part('a');
      },
      countingMeter(),
    );
    const items: unknown[] = [];
    const reading = withoutSettle(async () => {
      for await (const item of stream) items.push(item);
    });
    await expect(reading).rejects.toMatchObject({
      code: 'NOT_READY',
      message: expect.stringContaining('do not repeat'),
    });
    expect(items).toEqual([part('a')]);
    expect(await holdState(order)).toBe('open');
    await until(async () => (await recordOf(order)) !== null);
    expect(await recordOf(order)).toMatchObject({ chargedNano: 10n, ending: 'completed' });
  });

  it('charges once when the reader leaves while the charge is being settled', async () => {
    const order = await newOrder();
    const iterator = chargeStream(
      order,
      async function* () {
        yield part('a');
      },
      countingMeter(),
    )[Symbol.asyncIterator]();
    await iterator.next();
    const last = iterator.next();
    await iterator.return?.();
    await last;
    expect(await spendable(order)).toBe(990n);
    const entries = await database().query("select 1 from ledger_entry where account_id = $1 and kind = 'CHARGE'", [
      order.accountId,
    ]);
    expect(entries).toHaveLength(1);
  });
});

describe('draining', () => {
  const endless = async function* () {
    yield part('a');
    await new Promise(() => undefined);
  };

  it('waits for the charge of a reader that has just left', async () => {
    const order = await newOrder();
    const iterator = chargeStream(order, endless, countingMeter())[Symbol.asyncIterator]();
    await iterator.next();
    void iterator.return?.();
    expect(await drainCharges(5_000)).toBe(0);
    expect(await recordOf(order)).toMatchObject({ ending: 'client_left', chargedNano: 10n });
  });

  it('waits for the end of work with a single result', async () => {
    const order = await newOrder();
    const charging = chargeValue(
      order,
      () => sleep(50),
      () => bill(30n),
    );
    expect(await drainCharges(5_000)).toBe(0);
    expect(await recordOf(order)).toMatchObject({ chargedNano: 30n });
    await charging;
  });

  it('waits no longer than allowed, and returns how many are left', async () => {
    const caller = new AbortController();
    const order = await newOrder({ signal: caller.signal });
    await chargeStream(order, endless, countingMeter())[Symbol.asyncIterator]().next();
    expect(await drainCharges(30)).toBe(1);
    caller.abort();
    expect(await drainCharges(5_000)).toBe(0);
  });

  it('does not wait for refused orders, failed work, or a reader that never fetches the receipt', async () => {
    const poor = await newOrder({ accountId: await createTestAccount() });
    const once = async function* () {
      yield part('a');
    };
    await expect(chargeStream(poor, once, countingMeter())[Symbol.asyncIterator]().next()).rejects.toThrow();
    const failing = () => Promise.reject(new Error('cut'));
    await expect(chargeValue(poor, failing, () => bill(1n))).rejects.toThrow();
    await expect(chargeValue(await newOrder(), failing, () => bill(1n))).rejects.toThrow('cut');
    const iterator = chargeStream(await newOrder(), once, countingMeter())[Symbol.asyncIterator]();
    await iterator.next();
    expect(await iterator.next()).toMatchObject({ value: { type: 'receipt' } });
    expect(await drainCharges(1)).toBe(0);
  });
});
