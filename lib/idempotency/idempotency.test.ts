import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, randomHex } from '../core/ids';
import { NO_LAZY_FLUSH } from '../ledger/proofs/test-machine';
import { release } from '../ledger/release';
import { settle } from '../ledger/settle';
import { createTestAccount } from '../ledger/testing/test-account';
import { testBill, testRecord } from '../ledger/testing/test-orders';
import { pgliteDatabase } from '../platform/database/pglite';
import { database, installDatabase, openDatabase } from '../platform/db';
import { openTestDatabase, testPicture } from '../platform/testing/test-database';
import { startPostgres } from '../platform/testing/test-postgres';
import { claim } from './claim';
import { confirmClaim } from './confirm-claim';
import { giveUp } from './give-up';
import { keepAnswer, MAX_KEPT_BYTES } from './keep-answer';
import { findAnswerHash } from './find-answer-hash';
import { purgeClaims } from './purge-claims';
import { answerQueue, readAnswer } from './read-answer';
import { age, chargeFor, claimant, expireHold, holdFor, newClaim, repeatOf } from './test-claims';
import type { ClaimOrder, KeptAnswer } from './types';
import { voidOpenClaims } from './void-open-claims';

const CLAIMED = { state: 'claimed' };
const RUNNING = { state: 'running', retryAfterSeconds: expect.any(Number) as number };
const OTHER_BODY = { state: 'other_body' };
const ANSWER: KeptAnswer = {
  kind: 'json',
  text: '{"id":"a","text":"Grüße \\u0000 👋"}',
  metadata: { model: { id: 'm' } },
};

/** Each opens a database and returns what closes it. */
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

const statesOf = async (orders: ClaimOrder[]) => {
  const outcomes = await Promise.all(orders.map(claim));
  const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
  return { claimed: count('claimed'), running: count('running'), otherBody: count('other_body') };
};
const claimed = async (more: Partial<ClaimOrder> = {}) => {
  const order = await newClaim(more);
  expect(await claim(order)).toEqual(CLAIMED);
  return order;
};
const walAt = async (which: 'insert' | 'flush') =>
  (await database().query<{ at: bigint }>(`select (pg_current_wal_${which}_lsn() - '0/0')::bigint as at`))[0]?.at ?? 0n;
const again = async (order: ClaimOrder) => {
  const outcome = await claim(repeatOf(order));
  if (outcome.state !== 'replay') return outcome;
  const { head, requestId, state } = outcome;
  const text = (await readAnswer(order, requestId)) ?? '';
  expect(head.bytes).toBe(Buffer.byteLength(text));
  return { state, answer: { kind: head.kind, text, metadata: head.metadata }, requestId };
};
const repeats = (order: ClaimOrder, count: number) => Array.from({ length: count }, () => repeatOf(order));

describe.each(Object.entries(KINDS))('%s', (_, open) => {
  let close: () => Promise<void>;
  beforeAll(async () => {
    close = await open();
  });
  afterAll(() => close());

  describe('of many at once', () => {
    it('one is carried out, the others wait', async () => {
      expect(await statesOf(repeats(await newClaim(), 50))).toEqual({ claimed: 1, running: 49, otherBody: 0 });
    });

    it('one is carried out, those with other bodies are refused', async () => {
      const order = await newClaim();
      const orders = repeats(order, 50).map((repeat) => ({ ...repeat, bodyHash: randomHex(32) }));
      expect(await statesOf(orders)).toEqual({ claimed: 1, running: 0, otherBody: 49 });
    });

    it('one takes a dead claim over', async () => {
      const order = await claimed();
      await age(order, '61 s');
      expect(await statesOf(repeats(order, 50))).toEqual({ claimed: 1, running: 49, otherBody: 0 });
    });

    it('one takes a claim over that is a day old', async () => {
      const order = await claimed();
      await keepAnswer(order, ANSWER);
      await age(order, '24 h');
      expect(await statesOf(repeats(order, 50))).toEqual({ claimed: 1, running: 49, otherBody: 0 });
      expect(await again(order)).toEqual(RUNNING);
    });

    it('none is carried out twice where claims are given up meanwhile', async () => {
      const order = await newClaim();
      let atWork = 0;
      let most = 0;
      const outcomes = await Promise.all(
        repeats(order, 60).map(async (repeat) => {
          const outcome = await claim(repeat);
          if (outcome.state !== 'claimed') return outcome.state;
          atWork += 1;
          most = Math.max(most, atWork);
          await new Promise(setImmediate);
          atWork -= 1;
          await giveUp(repeat);
          return 'claimed';
        }),
      );
      expect(most).toBe(1);
      expect(new Set([...outcomes, 'running'])).toEqual(new Set(['claimed', 'running']));
      expect(await claimant(order)).toBeUndefined();
    });
  });

  it('accounts, routes and keys have nothing to do with one another', async () => {
    const order = await claimed();
    await keepAnswer(order, ANSWER);
    for (const other of [
      { accountId: await createTestAccount(1000n) },
      { route: 'POST /api/v1/image/generate' },
      { key: order.key.toUpperCase() },
    ]) {
      const stranger = repeatOf({ ...order, ...other, bodyHash: randomHex(32) });
      expect(await claim(stranger)).toEqual(CLAIMED);
      await giveUp(repeatOf(stranger));
      expect(await again(stranger)).toEqual(RUNNING);
    }
    expect(await again(order)).toMatchObject({ state: 'replay' });
  });

  describe('a repeat', () => {
    it('waits while the hold stands, however old the claim is', async () => {
      const order = await claimed();
      await holdFor(order);
      expect(await again(order)).toEqual(RUNNING);
      await age(order, '23 h');
      expect(await again(order)).toEqual(RUNNING);
      expect(await claim({ ...repeatOf(order), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
    });

    it.each(['released', 'expired', 'never made'])('waits a minute where the hold was %s, then goes', async (end) => {
      const order = await claimed();
      if (end !== 'never made') await holdFor(order);
      if (end === 'released') await release({ holdId: order.holdId });
      if (end === 'expired') await expireHold(order);
      await age(order, '55 s');
      expect(await again(order)).toEqual(RUNNING);
      await age(order, '6 s');
      const next = repeatOf(order);
      expect(await claim(next)).toEqual(CLAIMED);
      expect(await claimant(order)).toBe(next.requestId);
      // What the first one still does changes nothing: the claim is another's.
      await keepAnswer(order, ANSWER);
      await giveUp(order);
      expect(await again(order)).toEqual(RUNNING);
      await chargeFor(next);
      expect(await again(order)).toEqual({ state: 'receipt_only', requestId: next.requestId });
    });

    it.each([150n, 0n])('gets the receipt where the process died after a charge of %s', async (costNano) => {
      const order = await claimed();
      await chargeFor(order, costNano);
      const receipt = { state: 'receipt_only', requestId: order.requestId };
      expect(await again(order)).toEqual(receipt);
      await age(order, '23 h 59 min');
      expect(await again(order)).toEqual(receipt);
      expect(await claim({ ...repeatOf(order), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
    });

    it('gets the kept answer, also where nothing was charged, until the day is over', async () => {
      const order = await claimed();
      await keepAnswer(order, ANSWER);
      const replay = { state: 'replay', answer: ANSWER, requestId: order.requestId };
      expect(await again(order)).toEqual(replay);
      await chargeFor(order);
      await age(order, '23 h 59 min');
      expect(await again(order)).toEqual(replay);
      expect(await claim({ ...repeatOf(order), bodyHash: randomHex(32) })).toEqual(OTHER_BODY);
      await age(order, '1 min');
      expect(await claim({ ...repeatOf(order), bodyHash: randomHex(32) })).toEqual(CLAIMED);
      expect(await again(order)).toEqual(OTHER_BODY);
    });

    it("is not led by another account's hold or charge of the same ids", async () => {
      const order = await claimed();
      await chargeFor({ ...order, accountId: await createTestAccount(1000n) });
      await age(order, '61 s');
      expect(await again(order)).toEqual(CLAIMED);
    });
  });

  describe('an answer', () => {
    it.each(['a', 'ä', '👋'])('of two million bytes of %s is kept, one byte more is not', async (letter) => {
      const order = await claimed();
      await chargeFor(order);
      const text = letter.repeat(MAX_KEPT_BYTES / Buffer.byteLength(letter));
      await keepAnswer(order, { kind: 'stream', text: `${text}.`, metadata: null });
      expect(await again(order)).toEqual({ state: 'receipt_only', requestId: order.requestId });
      await keepAnswer(order, { kind: 'stream', text, metadata: null });
      const replay = await again(order);
      expect(replay.state === 'replay' && replay.answer.text === text).toBe(true);
    });

    it('keeps its characters, and cannot fail by them', async () => {
      const text = JSON.stringify({ text: 'a\0b\ud800c\udc00 \u2028 \\ " 👋' });
      const metadata = { model: { name: 'a\0b\ud800c\ud83d\udc4b\\u0000' }, tokens: [1, null] };
      const order = await claimed();
      await keepAnswer(order, { kind: 'json', text, metadata });
      expect(await again(order)).toMatchObject({
        answer: { kind: 'json', text, metadata: { model: { name: 'a\ufffdb\ufffdc👋\\u0000' }, tokens: [1, null] } },
      });
    });

    it('with half a character is kept as it was sent, one with U+0000 itself is not', async () => {
      const order = await claimed();
      await chargeFor(order);
      await keepAnswer(order, { ...ANSWER, text: 'data: a\0b\n\n' });
      expect(await again(order)).toMatchObject({ state: 'receipt_only' });
      await keepAnswer(order, { ...ANSWER, text: 'data: a\ud800b\n\n' });
      expect(await again(order)).toMatchObject({ answer: { text: 'data: a\ufffdb\n\n' } });
    });

    it('may come without facts; what is no JSON loses the answer, never the reply', async () => {
      const order = await claimed();
      await chargeFor(order);
      await keepAnswer(order, { ...ANSWER, metadata: { chargedNano: 5n } });
      expect(await again(order)).toMatchObject({ state: 'receipt_only' });
      await keepAnswer(order, { ...ANSWER, metadata: undefined });
      expect(await again(order)).toMatchObject({ answer: { text: ANSWER.text, metadata: null } });
    });
  });

  describe('a stored answer', () => {
    it('is read for the request that it belongs to, until it has gone', async () => {
      const order = await claimed();
      expect(await findAnswerHash(order)).toBeNull();
      expect(await readAnswer(order, order.requestId)).toBeNull();
      await keepAnswer(order, ANSWER);
      expect(await findAnswerHash(repeatOf(order))).toBe(order.bodyHash);
      expect(await findAnswerHash({ ...order, key: 'another' })).toBeNull();
      expect(await readAnswer(order, order.requestId)).toBe(ANSWER.text);
      expect(await readAnswer(order, repeatOf(order).requestId)).toBeNull();
      await age(order, '24 h');
      expect(await findAnswerHash(order)).toBeNull();
    });

    it('is read by one repeat of an account at a time, beside those of others', async () => {
      const [order, other] = [await claimed(), await claimed({ accountId: await createTestAccount(1000n) })];
      await Promise.all([order, other].map((one) => keepAnswer(one, ANSWER)));
      const left = new AbortController();
      const reads = Array.from({ length: 10 }, () => readAnswer(order, order.requestId));
      const leaving = readAnswer(order, order.requestId, left.signal);
      expect(answerQueue().status()).toEqual({ running: 1, waiting: 10 });
      reads.push(readAnswer(other, other.requestId));
      expect(answerQueue().status()).toEqual({ running: 2, waiting: 10 });
      left.abort();
      await expect(leaving).rejects.toThrow();
      expect(await Promise.all(reads)).toEqual(reads.map(() => ANSWER.text));
      expect(answerQueue().status()).toEqual({ running: 0, waiting: 0 });
    });
  });

  describe('giving up', () => {
    it('lets the next one in at once: without a hold, after a released and after an expired one', async () => {
      for (const end of [undefined, 'released', 'expired']) {
        const order = await claimed();
        if (end !== undefined) await holdFor(order);
        if (end === 'released') await release({ holdId: order.holdId });
        if (end === 'expired') await expireHold(order);
        await giveUp(order);
        expect(await claim({ ...repeatOf(order), bodyHash: randomHex(32) }), end).toEqual(CLAIMED);
      }
    });

    it('leaves the claim while the hold stands, after the charge, and with its answer', async () => {
      const order = await claimed();
      const held = await holdFor(order);
      await giveUp(order);
      expect(await again(order)).toEqual(RUNNING);
      await settle({ hold: held, bill: testBill(1n), record: testRecord({ requestId: order.requestId }) });
      await giveUp(order);
      expect(await again(order)).toMatchObject({ state: 'receipt_only' });
      const free = await claimed();
      await keepAnswer(free, ANSWER);
      await giveUp(free);
      expect(await again(free)).toMatchObject({ state: 'replay' });
    });

    it("leaves another request's claim", async () => {
      const order = await claimed();
      await giveUp(repeatOf(order));
      expect(await claimant(order)).toBe(order.requestId);
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
      const order = await newClaim();
      if (!(await flushes(() => claim(order)))) quick += 1;
      if (!(await flushes(() => keepAnswer(order, ANSWER)))) quick += 1;
      const other = await claimed();
      if (!(await flushes(() => giveUp(other)))) quick += 1;
      expect(await flushes(() => chargeFor(order))).toBe(true);
    }
    // A page of the log that is full is written by whoever fills it.
    expect(quick).toBeGreaterThan(11);
  });

  describe('a request that was taken for dead', () => {
    it('finds out right before its hold, and leaves the new one alone', async () => {
      const slow = await claimed();
      expect(await confirmClaim(slow)).toBe(true);
      await age(slow, '61 s');
      const next = repeatOf(slow);
      expect(await claim(next)).toEqual(CLAIMED);
      expect(await confirmClaim(slow)).toBe(false);
      await giveUp(slow);
      expect(await claimant(slow)).toBe(next.requestId);
      expect(await confirmClaim(next)).toBe(true);
    });

    it('is told to wait longer the longer it takes, within bounds', async () => {
      const order = await claimed();
      await holdFor(order);
      const waits: unknown[] = [];
      for (const more of ['0 s', '40 s', '1 hour']) {
        await age(order, more);
        waits.push(await again(order));
      }
      expect(waits).toMatchObject([{ retryAfterSeconds: 2 }, { retryAfterSeconds: 11 }, { retryAfterSeconds: 30 }]);
    });

    it('that finds out in time has the time of a new claim again', async () => {
      const slow = await claimed();
      await age(slow, '59 s');
      expect(await confirmClaim(slow)).toBe(true);
      await age(slow, '59 s');
      expect(await again(slow)).toEqual(RUNNING);
    });

    it('cannot be charged any more, where its charge was still waiting for the database', async () => {
      const order = await claimed();
      const held = await holdFor(order);
      await age(order, '12 minutes');
      await expireHold(order);
      expect(await again(order)).toEqual(CLAIMED);
      const late = settle({ hold: held, bill: testBill(150n), record: testRecord({ requestId: order.requestId }) });
      await expect(late).rejects.toThrow(/released/);
    });

    it('but was charged is told as such', async () => {
      const order = await claimed();
      const held = await holdFor(order);
      await age(order, '12 minutes');
      await expireHold(order);
      await settle({ hold: held, bill: testBill(150n), record: testRecord({ requestId: order.requestId }) });
      expect(await again(order)).toEqual({ state: 'receipt_only', requestId: order.requestId });
    });
  });

  it('a start on the embedded database gives up what came to nothing, and keeps what was charged', async () => {
    const [nothing, held, charged, kept] = [await claimed(), await claimed(), await claimed(), await claimed()];
    await holdFor(held);
    await chargeFor(charged);
    await keepAnswer(kept, ANSWER);
    await voidOpenClaims();
    const left = await Promise.all([nothing, held, charged, kept].map(claimant));
    expect(left).toEqual([undefined, held.requestId, charged.requestId, kept.requestId]);
  });

  it('purging takes all that is older than a day, and nothing else', async () => {
    const young = await claimed();
    await age(young, '23 h 59 min');
    const old = await claimed();
    await keepAnswer(old, ANSWER);
    await age(old, '24 h');
    await database().query(
      `insert into idempotency_claim (account_id, route, key, body_hash, request_id, hold_id, claimed_at)
         select $1, 'r', n, 'b', 'x', $1, now() - interval '25 h' from generate_series(1, 1200) n`,
      [newId()],
    );
    // Two processes at once.
    await Promise.all([purgeClaims(), purgeClaims()]);
    expect(await claimant(young)).toBe(young.requestId);
    expect(await claimant(old)).toBeUndefined();
    expect(await database().query("select key from idempotency_claim where route = 'r'")).toEqual([]);
  });
});

it('fails nobody but the claim where the database is away', async () => {
  const engine = await PGlite.create({ loadDataDir: await testPicture() });
  installDatabase(await pgliteDatabase(engine));
  const order = await claimed();
  await engine.close();
  await expect(again(order)).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
  await keepAnswer(order, ANSWER);
  await giveUp(order);
});
