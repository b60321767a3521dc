import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, randomHex } from '../core/ids';
import { NO_LAZY_FLUSH } from '../ledger/property-tests/test-machine';
import { release } from '../ledger/release';
import { settle } from '../ledger/settle';
import { createTestAccount } from '../ledger/testing/test-account';
import { testBill, testRecord } from '../ledger/testing/test-orders';
import { pgliteDatabase } from '../platform/database/pglite';
import { database, installDatabase, openDatabase } from '../platform/db';
import { openTestDatabase, testSnapshot } from '../platform/testing/test-database';
import { startPostgres } from '../platform/testing/test-postgres';
import { acquireRecord } from './acquire-record';
import { confirmRecord } from './confirm-record';
import { abandonRecord } from './abandon-record';
import { keepAnswer, MAX_KEPT_BYTES } from './keep-answer';
import { findAnswerHash } from './find-answer-hash';
import { purgeRecords } from './purge-records';
import { answerQueue, readAnswer } from './read-answer';
import { age, chargeFor, ownerOf, expireHold, holdFor, newRecord, repeatOf } from './test-records';
import type { IdempotencyRecord, KeptAnswer } from './types';
import { discardUnfinishedRecords } from './discard-unfinished-records';

const ACQUIRED = { state: 'acquired' };
const RUNNING = { state: 'running', retryAfterSeconds: expect.any(Number) as number };
const OTHER_BODY = { state: 'other_body' };
const ANSWER: KeptAnswer = {
  kind: 'json',
  text: '{"id":"a","text":"Grüße \\u0000 👋"}',
  metadata: { model: { id: 'm' } },
};

/** Each opens a database and returns a function that closes it. */
const KINDS = {
  embedded: async () => {
    const opened = await openTestDatabase();
    return () => opened.close();
  },
  postgres: async () => {
    const server = await startPostgres(NO_LAZY_FLUSH);
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    return async () => {
      await opened.close();
      await server.stop();
    };
  },
};

const statesOf = async (orders: IdempotencyRecord[]) => {
  const outcomes = await Promise.all(orders.map(acquireRecord));
  const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
  return { acquired: count('acquired'), running: count('running'), otherBody: count('other_body') };
};
const acquired = async (more: Partial<IdempotencyRecord> = {}) => {
  const record = await newRecord(more);
  expect(await acquireRecord(record)).toEqual(ACQUIRED);
  return record;
};
const walAt = async (which: 'insert' | 'flush') =>
  (await database().query<{ at: bigint }>(`select (pg_current_wal_${which}_lsn() - '0/0')::bigint as at`))[0]?.at ?? 0n;
const again = async (record: IdempotencyRecord) => {
  const outcome = await acquireRecord(repeatOf(record));
  if (outcome.state !== 'replay') return outcome;
  const { head, requestId, state } = outcome;
  const text = (await readAnswer(record, requestId)) ?? '';
  expect(head.bytes).toBe(Buffer.byteLength(text));
  return { state, answer: { kind: head.kind, text, metadata: head.metadata }, requestId };
};
const repeats = (record: IdempotencyRecord, count: number) => Array.from({ length: count }, () => repeatOf(record));

describe.each(Object.entries(KINDS))('%s', (_, open) => {
  let close: () => Promise<void>;
  beforeAll(async () => {
    close = await open();
  });
  afterAll(() => close());

  describe('many requests at once', () => {
    it('runs one; the others wait', async () => {
      expect(await statesOf(repeats(await newRecord(), 50))).toEqual({ acquired: 1, running: 49, otherBody: 0 });
    });

    it('runs one; requests with other bodies are refused', async () => {
      const record = await newRecord();
      const orders = repeats(record, 50).map((repeat) => ({ ...repeat, bodyHash: randomHex(32) }));
      expect(await statesOf(orders)).toEqual({ acquired: 1, running: 0, otherBody: 49 });
    });

    it('one takes over a dead record', async () => {
      const record = await acquired();
      await age(record, '61 s');
      expect(await statesOf(repeats(record, 50))).toEqual({ acquired: 1, running: 49, otherBody: 0 });
    });

    it('one takes over a record that is a day old', async () => {
      const record = await acquired();
      await keepAnswer(record, ANSWER);
      await age(record, '24 h');
      expect(await statesOf(repeats(record, 50))).toEqual({ acquired: 1, running: 49, otherBody: 0 });
      expect(await again(record)).toEqual(RUNNING);
    });

    it('none is carried out twice while records are abandoned', async () => {
      const record = await newRecord();
      let running = 0;
      let maxRunning = 0;
      const outcomes = await Promise.all(
        repeats(record, 60).map(async (repeat) => {
          const outcome = await acquireRecord(repeat);
          if (outcome.state !== 'acquired') return outcome.state;
          running += 1;
          maxRunning = Math.max(maxRunning, running);
          await new Promise(setImmediate);
          running -= 1;
          await abandonRecord(repeat);
          return 'acquired';
        }),
      );
      expect(maxRunning).toBe(1);
      expect(new Set([...outcomes, 'running'])).toEqual(new Set(['acquired', 'running']));
      expect(await ownerOf(record)).toBeUndefined();
    });
  });

  it('accounts, routes, and keys are independent', async () => {
    const record = await acquired();
    await keepAnswer(record, ANSWER);
    for (const other of [
      { accountId: await createTestAccount(1000n) },
      { route: 'POST /api/v1/image/generate' },
      { key: record.key.toUpperCase() },
    ]) {
      const unrelated = repeatOf({ ...record, ...other, bodyHash: randomHex(32) });
      expect(await acquireRecord(unrelated)).toEqual(ACQUIRED);
      await abandonRecord(repeatOf(unrelated));
      expect(await again(unrelated)).toEqual(RUNNING);
    }
    expect(await again(record)).toMatchObject({ state: 'replay' });
  });

  describe('a repeat', () => {
    it('waits while the hold is open, however old the record is', async () => {
      const record = await acquired();
      await holdFor(record);
      expect(await again(record)).toEqual(RUNNING);
      await age(record, '23 h');
      expect(await again(record)).toEqual(RUNNING);
      expect(await acquireRecord({ ...repeatOf(record), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
    });

    it.each(['released', 'expired', 'never made'])(
      'waits a minute if the hold was %s, then is carried out',
      async (end) => {
        const record = await acquired();
        if (end !== 'never made') await holdFor(record);
        if (end === 'released') await release({ holdId: record.holdId });
        if (end === 'expired') await expireHold(record);
        await age(record, '55 s');
        expect(await again(record)).toEqual(RUNNING);
        await age(record, '6 s');
        const next = repeatOf(record);
        expect(await acquireRecord(next)).toEqual(ACQUIRED);
        expect(await ownerOf(record)).toBe(next.requestId);
        // What the first request still does has no effect: another request owns the record.
        await keepAnswer(record, ANSWER);
        await abandonRecord(record);
        expect(await again(record)).toEqual(RUNNING);
        await chargeFor(next);
        expect(await again(record)).toEqual({ state: 'receipt_only', requestId: next.requestId });
      },
    );

    it.each([150n, 0n])(
      'gets the request id of the charge if the process died after a charge of %s',
      async (costNano) => {
        const record = await acquired();
        await chargeFor(record, costNano);
        const receipt = { state: 'receipt_only', requestId: record.requestId };
        expect(await again(record)).toEqual(receipt);
        await age(record, '23 h 59 min');
        expect(await again(record)).toEqual(receipt);
        expect(await acquireRecord({ ...repeatOf(record), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
      },
    );

    it('gets the stored answer, even if nothing was charged, until it expires', async () => {
      const record = await acquired();
      await keepAnswer(record, ANSWER);
      const replay = { state: 'replay', answer: ANSWER, requestId: record.requestId };
      expect(await again(record)).toEqual(replay);
      await chargeFor(record);
      await age(record, '23 h 59 min');
      expect(await again(record)).toEqual(replay);
      expect(await acquireRecord({ ...repeatOf(record), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
      await age(record, '1 min');
      expect(await acquireRecord({ ...repeatOf(record), bodyHash: randomHex(32) })).toEqual(ACQUIRED);
      expect(await again(record)).toEqual(OTHER_BODY);
    });

    it("ignores another account's hold or charge with the same ids", async () => {
      const record = await acquired();
      await chargeFor({ ...record, accountId: await createTestAccount(1000n) });
      await age(record, '61 s');
      expect(await again(record)).toEqual(ACQUIRED);
    });
  });

  describe('an answer', () => {
    it.each(['a', 'ä', '👋'])('of two million bytes of %s is stored, one byte more is not', async (letter) => {
      const record = await acquired();
      await chargeFor(record);
      const text = letter.repeat(MAX_KEPT_BYTES / Buffer.byteLength(letter));
      await keepAnswer(record, { kind: 'stream', text: `${text}.`, metadata: null });
      expect(await again(record)).toEqual({ state: 'receipt_only', requestId: record.requestId });
      await keepAnswer(record, { kind: 'stream', text, metadata: null });
      const replay = await again(record);
      expect(replay.state === 'replay' && replay.answer.text === text).toBe(true);
    });

    it('keeps its characters, and never fails because of them', async () => {
      const text = JSON.stringify({ text: 'a\0b\ud800c\udc00 \u2028 \\ " 👋' });
      const metadata = { model: { name: 'a\0b\ud800c\ud83d\udc4b\\u0000' }, tokens: [1, null] };
      const record = await acquired();
      await keepAnswer(record, { kind: 'json', text, metadata });
      expect(await again(record)).toMatchObject({
        answer: { kind: 'json', text, metadata: { model: { name: 'a\ufffdb\ufffdc👋\\u0000' }, tokens: [1, null] } },
      });
    });

    it('with a lone surrogate is stored as it was sent, one with U+0000 itself is not', async () => {
      const record = await acquired();
      await chargeFor(record);
      await keepAnswer(record, { ...ANSWER, text: 'data: a\0b\n\n' });
      expect(await again(record)).toMatchObject({ state: 'receipt_only' });
      await keepAnswer(record, { ...ANSWER, text: 'data: a\ud800b\n\n' });
      expect(await again(record)).toMatchObject({ answer: { text: 'data: a\ufffdb\n\n' } });
    });

    it('may have no metadata; metadata that is not JSON loses the stored answer, never the reply', async () => {
      const record = await acquired();
      await chargeFor(record);
      await keepAnswer(record, { ...ANSWER, metadata: { chargedNano: 5n } });
      expect(await again(record)).toMatchObject({ state: 'receipt_only' });
      await keepAnswer(record, { ...ANSWER, metadata: undefined });
      expect(await again(record)).toMatchObject({ answer: { text: ANSWER.text, metadata: null } });
    });
  });

  describe('a stored answer', () => {
    it('is read for the request that it belongs to, until it expires', async () => {
      const record = await acquired();
      expect(await findAnswerHash(record)).toBeNull();
      expect(await readAnswer(record, record.requestId)).toBeNull();
      await keepAnswer(record, ANSWER);
      expect(await findAnswerHash(repeatOf(record))).toBe(record.bodyHash);
      expect(await findAnswerHash({ ...record, key: 'another' })).toBeNull();
      expect(await readAnswer(record, record.requestId)).toBe(ANSWER.text);
      expect(await readAnswer(record, repeatOf(record).requestId)).toBeNull();
      await age(record, '24 h');
      expect(await findAnswerHash(record)).toBeNull();
    });

    it('is read by one repeat per account at a time, in parallel with other accounts', async () => {
      const [record, other] = [await acquired(), await acquired({ accountId: await createTestAccount(1000n) })];
      await Promise.all([record, other].map((one) => keepAnswer(one, ANSWER)));
      const disconnect = new AbortController();
      const reads = Array.from({ length: 10 }, () => readAnswer(record, record.requestId));
      const disconnected = readAnswer(record, record.requestId, disconnect.signal);
      expect(answerQueue().status()).toEqual({ running: 1, waiting: 10 });
      reads.push(readAnswer(other, other.requestId));
      expect(answerQueue().status()).toEqual({ running: 2, waiting: 10 });
      disconnect.abort();
      await expect(disconnected).rejects.toThrow();
      expect(await Promise.all(reads)).toEqual(reads.map(() => ANSWER.text));
      expect(answerQueue().status()).toEqual({ running: 0, waiting: 0 });
    });
  });

  describe('abandoning a record', () => {
    it('lets the next request proceed at once: without a hold, after a released and after an expired one', async () => {
      for (const end of [undefined, 'released', 'expired']) {
        const record = await acquired();
        if (end !== undefined) await holdFor(record);
        if (end === 'released') await release({ holdId: record.holdId });
        if (end === 'expired') await expireHold(record);
        await abandonRecord(record);
        expect(await acquireRecord({ ...repeatOf(record), bodyHash: randomHex(32) }), end).toEqual(ACQUIRED);
      }
    });

    it('keeps the record while the hold is open, after the charge, and with its answer', async () => {
      const record = await acquired();
      const held = await holdFor(record);
      await abandonRecord(record);
      expect(await again(record)).toEqual(RUNNING);
      await settle({ hold: held, bill: testBill(1n), record: testRecord({ requestId: record.requestId }) });
      await abandonRecord(record);
      expect(await again(record)).toMatchObject({ state: 'receipt_only' });
      const free = await acquired();
      await keepAnswer(free, ANSWER);
      await abandonRecord(free);
      expect(await again(free)).toMatchObject({ state: 'replay' });
    });

    it("keeps another request's record", async () => {
      const record = await acquired();
      await abandonRecord(repeatOf(record));
      expect(await ownerOf(record)).toBe(record.requestId);
    });
  });

  it('does not wait for the disk: the charge does', async () => {
    const flushes = async (work: () => Promise<unknown>) => {
      const before = await walAt('insert');
      await work();
      expect(await walAt('insert')).toBeGreaterThan(before);
      return (await walAt('flush')) > before;
    };
    let quick = 0;
    for (let run = 0; run < 5; run += 1) {
      const record = await newRecord();
      if (!(await flushes(() => acquireRecord(record)))) quick += 1;
      if (!(await flushes(() => keepAnswer(record, ANSWER)))) quick += 1;
      const other = await acquired();
      if (!(await flushes(() => abandonRecord(other)))) quick += 1;
      expect(await flushes(() => chargeFor(record))).toBe(true);
    }
    // Whoever fills a page of the write-ahead log also writes it to the disk.
    expect(quick).toBeGreaterThan(11);
  });

  describe('a request that was considered dead', () => {
    it('finds out right before its hold, and does not touch the new record', async () => {
      const slow = await acquired();
      expect(await confirmRecord(slow)).toBe(true);
      await age(slow, '61 s');
      const next = repeatOf(slow);
      expect(await acquireRecord(next)).toEqual(ACQUIRED);
      expect(await confirmRecord(slow)).toBe(false);
      await abandonRecord(slow);
      expect(await ownerOf(slow)).toBe(next.requestId);
      expect(await confirmRecord(next)).toBe(true);
    });

    it('gets a longer Retry-After the longer it takes, within bounds', async () => {
      const record = await acquired();
      await holdFor(record);
      const waits: unknown[] = [];
      for (const more of ['0 s', '40 s', '1 hour']) {
        await age(record, more);
        waits.push(await again(record));
      }
      expect(waits).toMatchObject([{ retryAfterSeconds: 2 }, { retryAfterSeconds: 11 }, { retryAfterSeconds: 30 }]);
    });

    it('restarts its time if it confirms before a takeover', async () => {
      const slow = await acquired();
      await age(slow, '59 s');
      expect(await confirmRecord(slow)).toBe(true);
      await age(slow, '59 s');
      expect(await again(slow)).toEqual(RUNNING);
    });

    it('can no longer be charged if its charge was still waiting for the database', async () => {
      const record = await acquired();
      const held = await holdFor(record);
      await age(record, '12 minutes');
      await expireHold(record);
      expect(await again(record)).toEqual(ACQUIRED);
      const late = settle({ hold: held, bill: testBill(150n), record: testRecord({ requestId: record.requestId }) });
      await expect(late).rejects.toThrow(/released/);
    });

    it('is reported as charged if it was charged after all', async () => {
      const record = await acquired();
      const held = await holdFor(record);
      await age(record, '12 minutes');
      await expireHold(record);
      await settle({ hold: held, bill: testBill(150n), record: testRecord({ requestId: record.requestId }) });
      expect(await again(record)).toEqual({ state: 'receipt_only', requestId: record.requestId });
    });
  });

  it('a start with the embedded database discards unfinished records, and keeps charged ones', async () => {
    const [nothing, held, charged, kept] = [await acquired(), await acquired(), await acquired(), await acquired()];
    await holdFor(held);
    await chargeFor(charged);
    await keepAnswer(kept, ANSWER);
    await discardUnfinishedRecords();
    const owners = await Promise.all([nothing, held, charged, kept].map(ownerOf));
    expect(owners).toEqual([undefined, held.requestId, charged.requestId, kept.requestId]);
  });

  it('purging removes all records older than a day, and nothing else', async () => {
    const young = await acquired();
    await age(young, '23 h 59 min');
    const old = await acquired();
    await keepAnswer(old, ANSWER);
    await age(old, '24 h');
    await database().query(
      `insert into idempotency_claim (account_id, route, key, body_hash, request_id, hold_id, claimed_at)
         select $1, 'r', n, 'b', 'x', $1, now() - interval '25 h' from generate_series(1, 1200) n`,
      [newId()],
    );
    // Two processes at once.
    await Promise.all([purgeRecords(), purgeRecords()]);
    expect(await ownerOf(young)).toBe(young.requestId);
    expect(await ownerOf(old)).toBeUndefined();
    expect(await database().query("select key from idempotency_claim where route = 'r'")).toEqual([]);
  });
});

it('only acquiring fails if the database is unavailable', async () => {
  const engine = await PGlite.create({ loadDataDir: await testSnapshot() });
  installDatabase(await pgliteDatabase(engine));
  const record = await acquired();
  await engine.close();
  await expect(again(record)).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
  await keepAnswer(record, ANSWER);
  await abandonRecord(record);
});
