import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount } from '../../accounts/test-accounts';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { hold } from '../../ledger/hold';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { testOrder } from '../../ledger/testing/test-orders';
import { transferBalance } from '../../ledger/transfer';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { type Database, database, openDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { findPaymentById } from '../../x402/top-up/store';
import { RefundPayment } from '../contract';
import { findWalletPayment } from './list-payments';
import { refundPayment } from './refund-payment';
import { makeCreditedPayment, makeFailedPayment, makePayment } from './test-payments';

const USD = 1_000_000_000n;
let made = 0;

const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
const balanceOf = async ({ id }: TestAccount) => (await findBalance(id)).usdNano;
const entriesOf = (accountId: string) =>
  database().query(
    `select kind, amount_nano as amount, note from ledger_entry where account_id = $1 and kind = 'WITHDRAWAL'
       order by created_at`,
    [accountId],
  );

describe('a refund', () => {
  let opened: Database;
  let ada: TestAccount;
  beforeAll(async () => {
    opened = await openTestDatabase();
    await makeTestAccount('owner@example.com');
  });
  beforeEach(async () => {
    ada = await makeTestAccount(`ada${(made += 1)}@example.com`);
  });
  afterAll(() => opened.close());

  it('takes the credit out, once per reference, with the note in the ledger', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    const refund = { usd: 2n * USD, reference: 'case-7', transaction: '0xabc' };
    const first = await refundPayment(id.toUpperCase(), refund);
    expect(first).toEqual({
      ...{ paymentId: id, usd: '2', reference: 'case-7', transaction: '0xabc', balanceUsd: '3', refundableUsd: '3' },
      ...{ repeated: false, at: expect.stringMatching(/Z$/) as string },
    });
    expect(await refundPayment(id, refund)).toEqual({ ...first, repeated: true });
    expect(await balanceOf(ada)).toBe(3n * USD);
    expect(await entriesOf(ada.id)).toEqual([
      {
        kind: 'WITHDRAWAL',
        amount: -2n * USD,
        note: 'USDC sent back by the operator: case-7, transaction 0xabc',
      },
    ]);
    expect((await findWalletPayment(id)).refunds).toEqual([
      { usd: '2', reference: 'case-7', transaction: '0xabc', at: first.at },
    ]);
    expect((await verifyLedger()).ok).toBe(true);
  });

  it('is refused with other values under the same reference, which another payment may use', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    const other = await makeCreditedPayment(ada.id);
    const refund = { usd: USD, reference: 'r' };
    await refundPayment(id, refund);
    const taken = /^CONFLICT: The reference r was already used/;
    expect(await refusal(refundPayment(id, { ...refund, usd: 2n * USD }))).toMatch(taken);
    expect(await refusal(refundPayment(id, { ...refund, transaction: 't' }))).toMatch(taken);
    expect(await refundPayment(other.id, refund)).toMatchObject({ paymentId: other.id, repeated: false });
  });

  it('is never above what earlier ones have left of the payment', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    await makeCreditedPayment(ada.id);
    expect(await refusal(refundPayment(id, { usd: 6n * USD, reference: 'a' }))).toMatch(
      /^INVALID_REQUEST: .*usd: Must be at most 5 USD, the amount of the payment$/,
    );
    await refundPayment(id, { usd: 4n * USD, reference: 'a' });
    expect(await refusal(refundPayment(id, { usd: 2n * USD, reference: 'b' }))).toMatch(
      /usd: Must be at most 1 USD, what earlier refunds have left of the payment$/,
    );
    await refundPayment(id, { usd: USD, reference: 'b' });
    expect(await refusal(refundPayment(id, { usd: 1_000n, reference: 'c' }))).toMatch(/refunded already$/);
    // A repeat of the last one is still answered.
    expect(await refundPayment(id, { usd: USD, reference: 'b' })).toMatchObject({ repeated: true, refundableUsd: '0' });
    expect(await balanceOf(ada)).toBe(5n * USD);
  });

  it('is refused if the account has less available: what is held for requests stays', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    await hold(testOrder(ada.id, { maximumNano: USD }));
    const refund = { usd: 5n * USD, reference: 'all' };
    expect(await refusal(refundPayment(id, refund))).toBe(
      'CONFLICT: The account has less than 5 USD available. Nothing was withdrawn.',
    );
    expect(await entriesOf(ada.id)).toEqual([]);
    expect(await refundPayment(id, { ...refund, usd: 4n * USD })).toMatchObject({ balanceUsd: '1' });
  });

  it('is refused for payments that were not credited, unknown ones, and deleted accounts', async () => {
    const refund = { usd: USD, reference: 'x' };
    for (const { id } of [await makePayment(ada.id), await makeFailedPayment(ada.id)]) {
      expect(await refusal(refundPayment(id, refund))).toMatch(/^CONFLICT: This payment was not credited/);
    }
    for (const id of [newId(), 'nonsense', '']) {
      expect(await refusal(refundPayment(id, refund))).toBe('NOT_FOUND: No payment has this ID.');
    }
    const { id } = await makeCreditedPayment(ada.id);
    await database().query('update account set email = null, deleted_at = now() where id = $1', [ada.id]);
    expect(await refusal(refundPayment(id, refund))).toMatch(/^GONE/);
  });

  it('takes the credit out of the account that it was moved to', async () => {
    const closed = await makeTestAccount(`closed${made}@example.com`);
    const between = await makeTestAccount(`between${made}@example.com`);
    const { id } = await makeCreditedPayment(closed.id);
    await refundPayment(id, { usd: USD, reference: 'before' });
    for (const [from, to] of [
      [closed, between],
      [between, ada],
    ] as const) {
      await database().transaction(async (within) => {
        await within.query('update account set email = null, deleted_at = now() where id = $1', [from.id]);
        const notes = { noteFrom: 'To', noteTo: 'From' };
        await transferBalance({ transferId: from.id, fromAccountId: from.id, toAccountId: to.id, ...notes }, within);
      });
    }
    expect((await findWalletPayment(id)).account).toEqual({ id: ada.id, name: ada.email });
    expect(await refundPayment(id, { usd: 3n * USD, reference: 'after' })).toMatchObject({
      ...{ balanceUsd: '1', refundableUsd: '1' },
    });
    expect(await balanceOf(ada)).toBe(USD);
    expect((await verifyLedger()).ok).toBe(true);
  });

  it('is one of at most twenty of a payment', async () => {
    const { id } = await makeCreditedPayment(ada.id);
    for (let count = 1; count <= 20; count += 1) await refundPayment(id, { usd: 1_000n, reference: `r${count}` });
    expect(await refusal(refundPayment(id, { usd: 1_000n, reference: 'r21' }))).toMatch(/^CONFLICT: .*at most 20/);
    expect((await findWalletPayment(id)).refunds.map(({ reference }) => reference).slice(-2)).toEqual(['r19', 'r20']);
  });

  it('has an amount of at most six decimals, and references without spaces', () => {
    const good = { usd: '0.000001', reference: 'a:b/c@d.e_f-g' };
    expect(RefundPayment.parse(good)).toEqual({ usd: 1_000n, reference: good.reference });
    const wrong = [
      ...['0', '-1', '1,000', '0.0000001', 'all'].map((usd) => ({ ...good, usd })),
      ...['', 'a b', 'a,b', 'x'.repeat(101)].map((reference) => ({ ...good, reference })),
      ...['', 'a b', 'x'.repeat(101)].map((transaction) => ({ ...good, transaction })),
      { ...good, kind: 'REFUND' },
    ];
    expect(wrong.filter((input) => RefundPayment.safeParse(input).success)).toEqual([]);
  });
});

describe('concurrent refunds on PostgreSQL', () => {
  let server: TestPostgres;
  let opened: Database;
  beforeAll(async () => {
    server = await startPostgres(['-c', 'fsync=off']);
    opened = await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
    await makeTestAccount('owner@example.com');
  });
  afterAll(async () => {
    await opened.close();
    await server.stop();
  });

  it('are together never above the payment', async () => {
    const ada = await makeTestAccount('ada@example.com', 100n * USD);
    const { id } = await makeCreditedPayment(ada.id);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => refusal(refundPayment(id, { usd: 2n * USD, reference: `r${index}` }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(outcomes.filter((outcome) => /at most 1 USD/.test(outcome))).toHaveLength(10);
    expect(await balanceOf(ada)).toBe(101n * USD);
    expect((await findPaymentById(id))?.amountMicro).toBe(5_000_000n);
  });

  it('with one reference are one', async () => {
    const ada = await makeTestAccount('eve@example.com');
    const { id } = await makeCreditedPayment(ada.id);
    const refund = { usd: 2n * USD, reference: 'same' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => refundPayment(id, refund)));
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await balanceOf(ada)).toBe(3n * USD);
    expect((await verifyLedger()).ok).toBe(true);
  });
});
