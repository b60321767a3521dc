import { expect, test } from '@playwright/test';
import { admin } from '../support/operator';
import { type Chain, type PaymentAnswer, sendPayment, signPayment } from '../support/wallets/payers';
import { STOPS } from '../support/wallets/payment-stops';
import { startTwoServers, type TwoServers } from '../support/wallets/two-servers';

/* Payments to two servers on one PostgreSQL: many copies of one at once, and servers that are killed in between. */

const COPIES = 24;
const CHAINS: Chain[] = ['base', 'solana'];
const FIVE_USD = 5;
/** The worker looks every three seconds, and a payment may need some looks. */
const WORKER_MS = 30_000;
/** A lease, and the worker's look after it. */
const LEASE_MS = 30_000;

let servers: TwoServers;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  servers = await startTwoServers();
});
test.afterAll(() => servers?.stop());

/** Sends a payment until its outcome is known, as a client should. */
async function payUntilKnown(url: string, header: string): Promise<PaymentAnswer> {
  for (;;) {
    const answer = await sendPayment(url, header);
    if (answer.status !== 409 && answer.status !== 202) return answer;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

type Row = { id: string; state: string; account_id: string };

/** The newest payment. */
async function newest(): Promise<Row | undefined> {
  const { rows } = await servers.sql.query<Row>('select * from wallet_payment order by created_at desc limit 1');
  return rows[0];
}

/** The processes that worked on payments are known to be dead: their leases need not end by themselves. */
const endLeases = () =>
  servers.sql.query(`update wallet_payment set lease_until = now() - interval '1 second'
    where state in ('verified', 'settling')`);

/** Every payment is credited once, and everything that the receivers have is credited. */
async function expectExact(): Promise<void> {
  const { sql, chains } = servers;
  const creditedOn = async (pattern: string) => {
    const text = `select coalesce(sum(amount_micro), 0)::bigint as micro from wallet_payment
      where state = 'credited' and network like $1`;
    return BigInt((await sql.query<{ micro: string }>(text, [pattern])).rows[0]?.micro ?? 0);
  };
  const { X402_PAY_TO_BASE: onBase, X402_PAY_TO_SOLANA: onSolana } = chains.settings;
  const base = await creditedOn('eip155:%');
  const solana = await creditedOn('solana:%');
  expect(base).toBe(await chains.base.usdcOf(onBase as Parameters<typeof chains.base.usdcOf>[0]));
  expect(solana).toBe(await chains.solana.usdcOf(onSolana as Parameters<typeof chains.solana.usdcOf>[0]));
  const posted = `select coalesce(sum(amount_nano), 0)::bigint / 1000 as micro from ledger_entry where kind = 'TOP_UP'`;
  expect(BigInt((await sql.query<{ micro: string }>(posted)).rows[0]?.micro ?? 0)).toBe(base + solana);
  const open = await sql.query(`select 1 from wallet_payment where state in ('verified', 'settling')`);
  expect(open.rows).toEqual([]);
}

/** An answer without the balance, which only the request that brought the payment gets. */
function withoutBalance({ status, body }: PaymentAnswer): PaymentAnswer {
  const { newBalance: _, ...data } = body.data ?? {};
  return { status, body: { ...body, data } };
}

/** A repeat at every server has the same answer, which is the credit of the payment. */
async function expectSameAnswer(header: string, known?: PaymentAnswer): Promise<void> {
  const [first, ...others] = await Promise.all(servers.running().map(({ url }) => payUntilKnown(url, header)));
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, data: { amountCredited: FIVE_USD } },
  });
  expect(JSON.stringify(first)).not.toContain('newBalance');
  for (const other of others) expect(other).toEqual(first);
  if (known !== undefined) expect(first).toEqual(known);
}

for (const chain of CHAINS) {
  test(`${COPIES} copies of a payment on ${chain} at two servers are one credit, and have one answer`, async () => {
    const urls = servers.running().map(({ url }) => url);
    const header = await signPayment(servers.chains, chain, urls[0] ?? '', FIVE_USD);
    const copies = Array.from({ length: COPIES }, (_, copy) => payUntilKnown(urls[copy % urls.length] ?? '', header));
    const answers = await Promise.all(copies);
    const balances = answers.map(({ body }) => body.data?.newBalance).filter((balance) => balance !== undefined);
    expect(balances.length).toBeLessThanOrEqual(1);
    for (const balance of balances) expect(balance).toBe(FIVE_USD);
    const [first, ...others] = answers.map(withoutBalance);
    for (const other of others) expect(other).toEqual(first);
    await expectSameAnswer(header, first);
    await expectExact();
  });
}

for (const chain of CHAINS) {
  test(`${COPIES} copies of a payment on ${chain} are one credit when the server that sent it is killed among them`, async () => {
    test.setTimeout(150_000);
    const [first, second] = servers.running();
    const stop = STOPS.find(({ name }) => name === 'sent, and the answer not received');
    if (!first || !second || !stop) throw new Error('Two servers and a stop are needed.');
    const header = await signPayment(servers.chains, chain, first.url, FIVE_USD);
    await stop.arm(servers, chain);
    const send = ({ url }: { url: string }) => payUntilKnown(url, header).catch(() => null);
    const sender = send(first);
    await stop.reached(servers, chain);
    const others = Array.from({ length: COPIES - 1 }, (_, copy) => send(copy % 2 === 0 ? second : first));
    await servers.kill(first);
    await stop.release(servers, chain);
    await endLeases();
    expect(await sender).toBeNull();
    const answers = (await Promise.all(others)).filter((answer) => answer !== null);
    // Every copy at the other server has an answer.
    expect(answers.length).toBeGreaterThanOrEqual(COPIES / 2);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { success: true } });
    await servers.startAgain(1);
    await expectSameAnswer(header);
    await expectExact();
  });
}

for (const stop of STOPS) {
  for (const chain of stop.chains) {
    for (const count of [1, 2]) {
      const killed = count === 1 ? 'its server is' : 'both servers are';
      test(`a payment on ${chain} is credited once when ${killed} killed while it is ${stop.name}`, async () => {
        test.setTimeout(150_000);
        const [first] = servers.running();
        if (!first) throw new Error('No server is running.');
        const header = await signPayment(servers.chains, chain, first.url, FIVE_USD);
        await stop.arm(servers, chain);
        const lost = sendPayment(first.url, header).catch(() => null);
        await stop.reached(servers, chain);
        await Promise.all(
          [first, ...(count === 2 ? servers.running().slice(1) : [])].map((each) => servers.kill(each)),
        );
        expect(await lost).toBeNull();
        await stop.release(servers, chain);
        if (count === 2) await servers.startAgain(1);
        await endLeases();
        // Nobody asks: the worker ends it.
        await expect.poll(async () => (await newest())?.state, { timeout: WORKER_MS }).toBe('credited');
        await servers.startAgain(1);
        await expectSameAnswer(header);
        await expectExact();
      });
    }
  }
}

test('the lease of a killed server ends by itself, and a repeat of the payment is credited by the other one', async () => {
  test.setTimeout(120_000);
  const [first, second] = servers.running();
  if (!first || !second) throw new Error('Two servers should be running.');
  const header = await signPayment(servers.chains, 'base', first.url, FIVE_USD);
  servers.chains.base.faults.holdNextAnswer('eth_sendRawTransaction');
  const lost = sendPayment(first.url, header).catch(() => null);
  await expect.poll(async () => (await newest())?.state).toBe('settling');
  await servers.kill(first);
  expect(await lost).toBeNull();
  servers.chains.base.faults.clear();
  const began = Date.now();
  expect(await payUntilKnown(second.url, header)).toMatchObject({ status: 200 });
  expect(Date.now() - began).toBeLessThan(LEASE_MS);
  await servers.startAgain(1);
  await expectSameAnswer(header);
  await expectExact();
});

test('the ledger is correct afterwards', async () => {
  const [first] = servers.running();
  if (!first) throw new Error('No server is running.');
  expect(await admin(first, 'ledger', 'verify')).toMatchObject({ ok: true });
});
