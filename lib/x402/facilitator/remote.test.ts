import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BASE, NETWORKS, SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { findOutcome } from '../chain/outcome';
import { note } from '../chain/test-noted';
import { rails, remoteFeePayer } from '../rails';
import { startTestNetworks, type TestNetworks } from '../test-networks';
import { facilitatorFor, facilitatorServices } from './facilitator';
import { makeRemoteFacilitator } from './remote';
import { learnSupport } from './remote-support';
import { startTestService, type TestService } from './test-service';

let networks: TestNetworks;
let one: TestService;
let two: TestService;

beforeAll(async () => {
  networks = await startTestNetworks();
  [one, two] = [await startTestService(networks), await startTestService(networks)];
  const { wallets } = settings();
  Object.assign(wallets, { signerKey: {}, facilitatorUrls: [one.url, two.url], facilitatorTokens: ['secret', ''] });
});
beforeEach(async () => {
  for (const name of ['support', 'failures']) processState(`x402.facilitator-${name}`, () => new Map()).clear();
  remoteFeePayer().address = null;
  await learnSupport(facilitatorServices());
  for (const { calls, credentials } of [one, two]) calls.length = credentials.length = 0;
});
afterEach(() => {
  for (const service of [one, two]) service.repair();
});
afterAll(() => Promise.all([networks.stop(), one.stop(), two.stop()]));

const never = () => Promise.reject(new Error('The ID is not known before.'));
const fail = (status: number, body: unknown = { error: 'failed' }) => ({
  with: (service: TestService, path: string) =>
    service.break(path, (response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    ),
});
async function payed(network: (typeof NETWORKS)[number], amountMicro?: bigint) {
  const payer = await networks.payer(network);
  const { payment, requirements } = await payer.pay(amountMicro);
  const facilitator = facilitatorFor(network);
  return {
    ...{ payer, payment, requirements },
    verify: () => facilitator.verify(payment, requirements),
    settle: () => facilitator.settle(payment, requirements, never),
  };
}

describe('a service', () => {
  it.each(NETWORKS)('carries out a payment on %s', async (network) => {
    const { payer, payment, requirements, verify, settle } = await payed(network);
    const kept = await note(payment, requirements);
    expect(await verify()).toEqual({ isValid: true });
    const settled = await settle();
    if (!settled.isSettled) throw new Error(settled.reason);
    expect(await payer.balance()).toBe(95_000_000n);
    expect(await findOutcome({ ...kept, ...settled })).toMatchObject({
      state: 'paid',
      transactionId: settled.transactionId,
    });
    expect(one.calls).toEqual(['/verify', '/settle']);
    expect(one.credentials).toEqual(['Bearer secret', 'Bearer secret']);
    expect(two.calls).toEqual([]);
  });

  it('gets its own token, and never that of another one', async () => {
    const { wallets } = settings();
    one.break('/verify', (response) => response.destroy());
    expect(await (await payed(BASE)).verify()).toEqual({ isValid: true });
    expect([one.credentials, two.credentials]).toEqual([['Bearer secret'], [undefined]]);
    settings().wallets = { ...wallets, facilitatorTokens: ['secret', 'other'] };
    try {
      expect(await (await payed(BASE)).verify()).toEqual({ isValid: true });
      expect(two.credentials).toEqual([undefined, 'Bearer other']);
    } finally {
      settings().wallets = wallets;
    }
  });

  it('says who pays the fees on Solana, and Solana is offered only then', async () => {
    expect(rails().find(({ network }) => network === SOLANA)?.feePayer).toBe(one.feePayer);
    remoteFeePayer().address = two.feePayer;
    await learnSupport(facilitatorServices());
    expect(remoteFeePayer().address).toBe(two.feePayer);
    remoteFeePayer().address = null;
    expect(rails().map(({ network }) => network)).toEqual([BASE]);
  });

  it.each(NETWORKS)('refuses a payment on %s for which the wallet has too little', async (network) => {
    const { verify } = await payed(network, 100_000_001n);
    expect(await verify()).toMatchObject({ isValid: false, message: 'The wallet has less USDC than the payment.' });
  });

  it('can refuse with an error status', async () => {
    const { verify } = await payed(BASE);
    fail(400, { isValid: false, invalidReason: 'invalid_exact_evm_signature' }).with(one, '/verify');
    expect(await verify()).toMatchObject({ isValid: false, reason: 'invalid_exact_evm_signature' });
    expect(two.calls).toEqual([]);
  });

  it('is only asked for a payment whose fees it pays', async () => {
    remoteFeePayer().address = two.feePayer;
    const { verify, settle } = await payed(SOLANA);
    expect(await verify()).toEqual({ isValid: true });
    expect(await settle()).toMatchObject({ isSettled: true });
    expect([one.calls, two.calls]).toEqual([[], ['/verify', '/settle']]);
  });
});

describe('the next service verifies', () => {
  it.each([
    ['fails', 500, { error: 'failed' }],
    ['has no verdict', 200, { success: true }],
    ['says nothing about the payment', 200, { isValid: false, invalidReason: 'unexpected_verify_error' }],
    ['wants another credential', 401, {}],
    ['is somewhere else', 308, {}],
  ])('if one %s', async (_, status, body) => {
    const { verify } = await payed(BASE);
    fail(status, body).with(one, '/verify');
    expect(await verify()).toEqual({ isValid: true });
    fail(status, body).with(two, '/verify');
    await expect(verify()).rejects.toThrow(`status ${status}`);
  });

  it('if one cannot be reached, also from the start', async () => {
    const services = [{ url: 'http://127.0.0.1:9' }, { url: two.url }];
    const { payment, requirements } = await payed(BASE);
    const facilitator = makeRemoteFacilitator({ services });
    expect(await facilitator.verify(payment, requirements)).toEqual({ isValid: true });
    expect(await facilitator.settle(payment, requirements, never)).toMatchObject({ isSettled: true });
  });

  it('and if no service can be reached, nobody can say', async () => {
    const { payment, requirements } = await payed(BASE);
    const facilitator = makeRemoteFacilitator({ services: [{ url: 'http://127.0.0.1:9' }] });
    await expect(facilitator.verify(payment, requirements)).rejects.toThrow('No facilitator answers');
    expect(await facilitator.settle(payment, requirements, never)).toMatchObject({ isSettled: false, isSent: false });
  });
});

describe('a service that has just failed', () => {
  it.each(['/supported', '/verify'])('at %s is asked again a minute later, and last until then', async (path) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      processState('x402.facilitator-support', () => new Map()).clear();
      one.break(path, (response) => response.destroy());
      const { verify } = await payed(BASE);
      expect(await verify()).toEqual({ isValid: true });
      one.repair();
      const before = [...one.calls];
      const { verify: verifyNext, settle } = await payed(BASE);
      expect(await verifyNext()).toEqual({ isValid: true });
      expect(await settle()).toMatchObject({ isSettled: true });
      expect(one.calls).toEqual(before);
      vi.setSystemTime(Date.now() + 61_000);
      expect(await (await payed(BASE)).verify()).toEqual({ isValid: true });
      expect(one.calls.length).toBeGreaterThan(before.length);
      expect(one.calls.at(-1)).toBe('/verify');
    } finally {
      vi.useRealTimers();
    }
  });

  it('by taking longer than a payment may take to settle counts, and by a caller who has left does not', async () => {
    const { payment, requirements } = await payed(BASE);
    one.break('/settle', () => undefined);
    const facilitator = facilitatorFor(BASE);
    const settleUntil = async (signal: AbortSignal) => {
      two.calls.length = 0;
      expect(await facilitator.settle(payment, requirements, never, signal)).toMatchObject({ isSettled: false });
      expect(two.calls).toEqual([]);
      await facilitator.verify(payment, requirements);
      return [one.calls, two.calls].map((calls) => calls.at(-1));
    };
    const left = new AbortController();
    setTimeout(() => left.abort(), 100);
    expect(await settleUntil(left.signal)).toEqual(['/verify', undefined]);
    expect(await settleUntil(AbortSignal.timeout(100))).toEqual(['/settle', '/verify']);
  });
});

describe('the next service settles only while certainly none has begun', () => {
  it.each([401, 403, 404, 405, 429, 307])('as after status %i', async (status) => {
    const { settle } = await payed(BASE);
    fail(status).with(one, '/settle');
    expect(await settle()).toMatchObject({ isSettled: true });
    expect([one.calls, two.calls]).toEqual([['/settle'], ['/settle']]);
  });

  it('as when it has stopped since', async () => {
    const gone = await startTestService(networks);
    const services = [{ url: gone.url }, { url: two.url }];
    const { payment, requirements } = await payed(BASE);
    await learnSupport(services);
    await gone.stop();
    expect(await makeRemoteFacilitator({ services }).settle(payment, requirements, never)).toMatchObject({
      isSettled: true,
    });
  });

  it.each([
    ['fails', 500, {}],
    ['is overloaded', 503, {}],
    ['refuses it', 200, { success: false, transaction: '', errorReason: 'settlement_pending' }],
    ['reports no transaction', 200, { success: true, transaction: '' }],
    ['reports nonsense', 200, 'yes'],
  ])('not if one %s', async (_, status, body) => {
    const { settle } = await payed(BASE);
    fail(status, body).with(one, '/settle');
    expect(await settle()).toMatchObject({ isSettled: false, isSent: true });
    expect(two.calls).toEqual([]);
  });

  it.each(NETWORKS)('not if the answer is lost: the chain knows of the payment on %s', async (network) => {
    const { payment, requirements, settle } = await payed(network);
    const kept = await note(payment, requirements);
    one.break('/settle', async (response, work) => {
      response.writeHead = () => response.destroy();
      await work();
    });
    expect(await settle()).toMatchObject({ isSettled: false, isSent: true });
    expect(two.calls).toEqual([]);
    expect(await findOutcome(kept)).toMatchObject({ state: 'paid' });
  });

  it('not if one takes too long', async () => {
    const { payment, requirements } = await payed(BASE);
    one.break('/settle', () => undefined);
    const facilitator = makeRemoteFacilitator({ services: facilitatorServices(), confirmMs: 200 });
    expect(await facilitator.settle(payment, requirements, never)).toMatchObject({ isSettled: false, isSent: true });
    expect(two.calls).toEqual([]);
  });
});

it('believes the chain, not a service that reports another transaction', async () => {
  const { payment, requirements, settle } = await payed(BASE);
  const kept = await note(payment, requirements);
  const other = await payed(BASE);
  const real = await other.settle();
  fail(200, { success: true, transaction: real.isSettled ? real.transactionId : '' }).with(one, '/settle');
  const settled = await settle();
  expect(settled).toEqual(real);
  expect(await findOutcome({ ...kept, ...settled })).toEqual({ state: 'unknown' });
});
