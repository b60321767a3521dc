import { expect } from 'vitest';
import { isApiError } from '../../core/errors';
import { BASE, type Network, NETWORKS, SOLANA } from '../../core/wallet';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { database } from '../../platform/db';
import { processState } from '../../platform/process-state';
import { type Payment, parsePayment } from '../payment/payment';
import { submitAsOutsider } from '../test-authorization';
import type { TestNetworks, TestPayer } from '../test-networks';
import { reconcile } from '../top-up/reconcile';
import { findPayment } from '../top-up/store';
import { topUp } from '../top-up/top-up';
import { workOnPayments } from '../top-up/worker';

/** For tests: what happens to payments, in any order, and what must be true in the end. */
export type Step =
  | { do: 'sign'; network: Network; payer: number; cents: number }
  | { do: 'send'; which: number; copies: number }
  | { do: 'abandon'; which: number; at: number }
  | { do: 'break'; network: Network; how: 'silent' | 'blind' | 'lose' | 'drop' }
  | { do: 'mend' | 'expire'; network: Network }
  | { do: 'front-run' | 'undo'; which: number }
  | { do: 'reconcile'; which: number; copies: number }
  | { do: 'work' | 'restart' };

/** A payment that somebody has signed. */
type Signed = { payer: TestPayer; payment: Payment; header: string };

/** The payers and payments of one history. */
export type World = {
  networks: TestNetworks;
  payers: Record<Network, TestPayer[]>;
  signed: Signed[];
  /** Requests of processes that were taken for dead: they end at some time. */
  abandoned: Promise<unknown>[];
};

/** Payments on Base are credited in the third block: so many blocks less one may be undone without harm. */
export const CONFIRMATIONS = 3;
/** Failures need more blocks. */
const FAILURE_CONFIRMATIONS = 10;
const PAYERS = 2;
const LIFETIME_SECONDS = 60;
/** Short: where nothing is to come, waiting for it takes time alone. */
const SETTLE_MS = 300;
const MICRO_PER_CENT = 10_000n;
/** How a request may end besides a payment. */
const REFUSALS = [
  'PAYMENT_IN_PROGRESS',
  'SETTLEMENT_FAILED',
  'SETTLEMENT_TIMEOUT',
  'PAYMENT_VERIFICATION_FAILED',
  // The payer has three open payments.
  'RATE_LIMIT_EXCEEDED',
] as const;
/** Calls at which a process is suspended: before the payment was sent, and after it was, without an answer. */
const BEFORE = {
  [BASE]: ['eth_getTransactionCount', 'eth_sendRawTransaction', 'eth_estimateGas', 'eth_getTransactionReceipt'],
  [SOLANA]: ['getLatestBlockhash', 'sendTransaction', 'simulateTransaction', 'getTransaction'],
};
const AFTER = { [BASE]: 'eth_sendRawTransaction', [SOLANA]: 'sendTransaction' };
/** What shows the outcome of a transaction. */
const OUTCOME = {
  [BASE]: ['eth_getTransactionReceipt', 'eth_getLogs'],
  [SOLANA]: ['getSignatureStatuses', 'getTransaction'],
};
/** How long a process gets to the call at which it is suspended. */
const REACH_MS = 150;
const DEAD_LEASES = `update wallet_payment set lease_until = now() - interval '1 second'
  where state in ('verified', 'settling')`;

const faultsOf = ({ networks }: World, network: Network) =>
  network === BASE ? networks.base.faults : networks.solana.faults;
/** By its index from the end. */
const pick = <T>(list: T[], index: number): T | undefined => list[list.length - 1 - (index % Math.max(1, list.length))];
const storedOf = ({ payment }: Signed) => findPayment(payment.network, payment.key);

/** A new world on networks that are in order. */
export async function newWorld(networks: TestNetworks): Promise<World> {
  const payersOn = async (network: Network): Promise<TestPayer[]> => {
    const payers: TestPayer[] = [];
    while (payers.length < PAYERS) payers.push(await networks.payer(network, 1_000_000_000n));
    return payers;
  };
  const payers = { [BASE]: await payersOn(BASE), [SOLANA]: await payersOn(SOLANA) };
  return { networks, payers, signed: [], abandoned: [] };
}

/** Lets one thing happen. */
export async function play(world: World, step: Step): Promise<void> {
  switch (step.do) {
    case 'sign':
      return sign(world, step);
    case 'break':
      return breakNetwork(world, step);
    case 'mend':
      return mend(world, step.network);
    case 'expire':
      return expire(world, step.network);
    case 'work':
      return work();
    case 'restart':
      // The transactions that its predecessor was about to send are forgotten.
      processState('x402.broadcasts', () => ({ last: Promise.resolve() })).last = Promise.resolve();
      return work();
    default: {
      const signed = pick(world.signed, step.which);
      if (signed) await playOn(world, signed, step);
    }
  }
}

async function playOn(world: World, signed: Signed, step: Extract<Step, { which: number }>): Promise<void> {
  const { network } = signed.payment;
  switch (step.do) {
    case 'send':
      await Promise.all(Array.from({ length: step.copies }, () => send(signed)));
      return;
    case 'abandon':
      return abandon(world, signed, step.at);
    case 'reconcile': {
      const stored = await storedOf(signed);
      if (stored && (stored.state === 'settling' || stored.state === 'verified'))
        await Promise.all(Array.from({ length: step.copies }, () => reconcile(stored)));
      return;
    }
    case 'front-run':
      // Only somebody who has seen it on its way can do so.
      if (network === BASE && (await storedOf(signed)))
        await submitAsOutsider(world.networks.base, signed.payment).catch(() => undefined);
      return;
    case 'undo':
      if (network === BASE) await undo(world, signed);
  }
}

async function sign({ networks, payers, signed }: World, step: Extract<Step, { do: 'sign' }>): Promise<void> {
  const payer = pick(payers[step.network], step.payer);
  if (!payer) return;
  const { timestamp } = await networks.base.client.getBlock();
  const ahead = Math.max(0, Number(timestamp) - Math.floor(Date.now() / 1_000));
  const header = await payer
    .header(BigInt(step.cents) * MICRO_PER_CENT, { maxTimeoutSeconds: ahead + LIFETIME_SECONDS })
    // The payer's own node is the one that is broken.
    .catch(() => null);
  if (header !== null) signed.push({ payer, header, payment: await parsePayment(header) });
}

/** As a request does. A payment that has failed stays so, and one that was credited too. */
async function send(signed: Signed): Promise<void> {
  const before = (await storedOf(signed))?.state;
  const answer = await topUp(signed.header, null, new AbortController().signal, SETTLE_MS).catch((thrown: unknown) => {
    if (!isApiError(thrown)) throw thrown;
    return thrown.code;
  });
  if (typeof answer === 'string') expect(REFUSALS).toContain(answer);
  if (before === 'failed') expect(answer).toBe('SETTLEMENT_FAILED');
  if (before === 'credited') expect(answer).toMatchObject({ state: 'credited' });
}

/** A process is suspended at a call, and goes on at any time later: once its network is mended, or after ten seconds. */
async function abandon(world: World, signed: Signed, at: number): Promise<void> {
  const { network } = signed.payment;
  const faults = faultsOf(world, network);
  const calls = [
    ...BEFORE[network].map((method) => ({ method, isSent: false })),
    { method: AFTER[network], isSent: true },
  ];
  const { method, isSent } = pick(calls, at) ?? { method: '', isSent: false };
  if (isSent) faults.holdNextAnswer(method);
  else faults.hangNext(method);
  const before = faults.callsOf(method);
  const running = topUp(signed.header, null, new AbortController().signal, SETTLE_MS);
  world.abandoned.push(running.catch(() => undefined));
  const deadline = performance.now() + REACH_MS;
  while (faults.callsOf(method) === before && performance.now() < deadline) await new Promise(setImmediate);
  // Nobody else should wait for an answer instead.
  if (faults.callsOf(method) === before) faults.clear();
  await database().query(DEAD_LEASES);
}

async function breakNetwork(world: World, { network, how }: Extract<Step, { do: 'break' }>): Promise<void> {
  const { base, solana } = world.networks;
  const faults = faultsOf(world, network);
  if (how === 'silent') faults.answer500();
  else if (how === 'blind') for (const method of OUTCOME[network]) faults.answer500(method);
  else if (how === 'lose') faults.loseNextAnswer(AFTER[network]);
  else if (network === SOLANA) solana.faults.dropNext(2);
  else await drop(base);
}

/** Transactions of Base wait, and those that do already are forgotten. */
async function drop({ client, faults }: TestNetworks['base']): Promise<void> {
  await faults.pauseMining();
  const { pending } = await client.getTxpoolContent();
  const waiting = Object.values(pending).flatMap((byNonce) => Object.values(byNonce));
  for (const { hash } of waiting) await client.dropTransaction({ hash });
}

async function mend(world: World, network: Network): Promise<void> {
  faultsOf(world, network).clear();
  if (network === BASE) await world.networks.base.faults.resumeMining();
}

/** Everything that was signed until now can never be paid anymore, if it was not. */
async function expire({ networks: { base, solana }, signed }: World, network: Network): Promise<void> {
  if (network === SOLANA) {
    solana.faults.expireAll();
    // More than nodes may differ by.
    return solana.faults.advanceSlots(100);
  }
  const last = signed
    .filter(({ payment }) => payment.network === BASE)
    .reduce((latest, { payment }) => (payment.expiresAt > latest ? payment.expiresAt : latest), 0n);
  const { timestamp } = await base.client.getBlock();
  if (last > timestamp) await base.client.setNextBlockTimestamp({ timestamp: last });
  await base.faults.mine(FAILURE_CONFIRMATIONS);
}

/** Sends a payment, and undoes the newest blocks of Base, those that are not confirmed yet. */
async function undo(world: World, signed: Signed): Promise<void> {
  const { base } = world.networks;
  const { before, snapshot } = await betweenBlocks(base, async () => ({
    before: await base.client.getBlockNumber(),
    snapshot: await base.faults.snapshot(),
  }));
  await send(signed);
  await betweenBlocks(base, async () => {
    if ((await base.client.getBlockNumber()) - before >= CONFIRMATIONS) return;
    await base.faults.revert(snapshot);
    await base.faults.mine(CONFIRMATIONS);
  });
}

/**
 * Works while no block is being made, and makes one before: suspended processes may go on at any time, and a snapshot
 * that is taken meanwhile has the state after a block without the block, which no chain has.
 */
async function betweenBlocks<T>({ client, faults }: TestNetworks['base'], work: () => Promise<T>): Promise<T> {
  const isAutomatic = await client.getAutomine();
  await faults.pauseMining();
  // Waits for the one that is being made.
  await faults.mine();
  try {
    return await work();
  } finally {
    // Not `resumeMining`, which makes another one.
    if (isAutomatic) await client.setAutomine(true);
  }
}

/** All processes are dead: the worker of another one goes on with every payment. */
async function work(): Promise<void> {
  await database().query(DEAD_LEASES);
  await workOnPayments();
}

/**
 * Ends a history: everything works again, and all payments expire.
 * @param expiresFirst true: what was not paid until now never will be; false: all that can be paid is
 */
export async function finish(world: World, expiresFirst: boolean): Promise<void> {
  if (expiresFirst) for (const network of NETWORKS) await expire(world, network);
  for (const network of NETWORKS) await mend(world, network);
  await Promise.all(world.abandoned);
  // A payment is sent again after three checks.
  for (let check = 0; check < 3; check += 1) {
    await world.networks.base.faults.mine(CONFIRMATIONS);
    await work();
  }
  for (const network of NETWORKS) await expire(world, network);
  await work();
}

type Sum = { count: bigint; micro: bigint };

/** What must be true after `finish`, of this history and all before it on the same database and networks. */
export async function expectExact(world: World): Promise<void> {
  const open = await database().query(`select * from wallet_payment where state in ('verified', 'settling')`);
  expect(open).toEqual([]);
  const sumOf = async (sql: string, params: unknown[] = []): Promise<Sum> => {
    const [row] = await database().query<Sum>(sql, params);
    return row ?? { count: 0n, micro: 0n };
  };
  const credited = (where: string, params: unknown[]) =>
    sumOf(
      `select count(*) as count, coalesce(sum(amount_micro), 0)::bigint as micro from wallet_payment
         where state = 'credited' and payload is null and ${where}`,
      params,
    );
  let all = 0n;
  for (const network of NETWORKS) {
    const { micro } = await credited('network = $1', [network]);
    expect({ network, micro }).toEqual({ network, micro: await world.networks.received(network) });
    all += micro;
  }
  const { count } = await credited('true', []);
  const posted = `select count(*) as count, (coalesce(sum(amount_nano), 0) / 1000)::bigint as micro from ledger_entry e`;
  expect(await sumOf(`${posted} where kind = 'TOP_UP'`)).toEqual({ count, micro: all });
  const matching = `${posted} join wallet_payment p on e.id = 'top-up:' || p.id and e.account_id = p.account_id
    and e.amount_nano = p.amount_micro * 1000 where p.state = 'credited'`;
  expect(await sumOf(matching)).toEqual({ count, micro: all });
  await expectPayers(world);
  expect((await verifyLedger()).findings).toEqual([]);
}

/** Each payer has paid exactly what it got, and each payment has the same answer for ever. */
async function expectPayers({ payers, signed }: World): Promise<void> {
  for (const payer of [...payers[BASE], ...payers[SOLANA]]) {
    const own = await Promise.all(signed.filter((each) => each.payer === payer).map(storedOf));
    const paid = own.filter((stored) => stored?.state === 'credited');
    const sum = paid.reduce((total, stored) => total + (stored?.amountMicro ?? 0n), 0n);
    expect(1_000_000_000n - (await payer.balance())).toBe(sum);
    const accounts = new Set(paid.map((stored) => stored?.accountId ?? ''));
    expect(accounts.size).toBeLessThanOrEqual(1);
    for (const account of accounts) expect((await findBalance(account)).usdNano).toBe(sum * 1_000n);
  }
  for (const each of signed) await send(each);
}
