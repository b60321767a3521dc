import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BASE, type Network, SOLANA, USDC } from '../../core/wallet';
import { settings } from '../../platform/env';
import { parsePayment, requirementsOf } from './payment';
import { PAYMENT_PROBLEMS } from '../../core/payment-codes';
import { isPaymentProblem } from './payment-problem';
import { startTestNetworks, type TestNetworks, type TestPayer, toHeader } from '../test-networks';

let networks: TestNetworks;
let payers: Record<Network, TestPayer>;
let wallets: ReturnType<typeof settings>['wallets'];

beforeAll(async () => {
  networks = await startTestNetworks();
  payers = { [BASE]: await networks.payer(BASE), [SOLANA]: await networks.payer(SOLANA) };
  wallets = settings().wallets;
});
afterAll(() => networks.stop());
beforeEach(() => {
  settings().wallets = wallets;
});

type Json = Record<string, unknown>;
const jsonOf = (header: string) =>
  JSON.parse(Buffer.from(header, 'base64').toString()) as Json & { accepted: Json; payload: Json };
const flat = ({ accepted, payload }: ReturnType<typeof jsonOf>, more: Json = {}) => ({
  ...{ x402Version: 1, scheme: 'exact', network: accepted.network, payload },
  ...more,
});
/** A valid payment with other members: `accepted.…`, `payload.…`, or `authorization.…`. */
async function changed(network: Network, members: Json): Promise<string> {
  const json = jsonOf(await payers[network].header());
  for (const [path, value] of Object.entries(members)) {
    const [first = '', name = ''] = path.split('.');
    const target = first === 'authorization' ? (json.payload.authorization as Json) : (json[first] as Json);
    if (value === undefined) delete target[name];
    else target[name] = value;
  }
  return toHeader(json);
}
async function problemOf(header: string) {
  const thrown: unknown = await parsePayment(header).catch((error: unknown) => error);
  if (!isPaymentProblem(thrown)) throw new Error('No problem was found.', { cause: thrown });
  expect(PAYMENT_PROBLEMS).toContain(thrown.code);
  return thrown;
}
const codeOf = async (header: string) => (await problemOf(header)).code;

describe('a payment', () => {
  it('on Base is identified by its payer and nonce', async () => {
    const header = await payers[BASE].header(7_000_000n);
    const { authorization } = jsonOf(header).payload as {
      authorization: { from: string; nonce: string; validBefore: string };
    };
    const payment = await parsePayment(header);
    expect(payment).toMatchObject({
      ...{ network: BASE, payer: payers[BASE].address, amountMicro: 7_000_000n },
      key: `${authorization.from.toLowerCase()} ${authorization.nonce}`,
      expiresAt: BigInt(authorization.validBefore),
    });
    const upper = authorization.nonce.toUpperCase().replace('0X', '0x');
    const again = await changed(BASE, { 'authorization.nonce': upper });
    expect((await parsePayment(again)).key).toMatch(/^0x[0-9a-f]{40} 0x[0-9a-f]{64}$/);
  });

  it('on Solana is identified by its message, whatever the signature of the fee payer', async () => {
    const header = await payers[SOLANA].header(7_000_000n);
    const payment = await parsePayment(header);
    expect(payment).toMatchObject({
      network: SOLANA,
      payer: payers[SOLANA].address,
      amountMicro: 7_000_000n,
      expiresAt: 0n,
    });
    expect(payment.key).toMatch(/^[0-9a-f]{64}$/);
    const json = jsonOf(header);
    const bytes = Buffer.from(json.payload.transaction as string, 'base64');
    // The first signature begins after their count.
    bytes.fill(7, 1, 65);
    json.payload.transaction = bytes.toString('base64');
    expect((await parsePayment(toHeader(json))).key).toBe(payment.key);
  });

  it.each([
    [BASE, 'base'],
    [SOLANA, 'solana'],
  ] as const)('on %s is read in both layouts, also with the short name', async (network, name) => {
    const nested = jsonOf(await payers[network].header());
    const expected = await parsePayment(toHeader(nested));
    for (const json of [
      flat(nested),
      flat(nested, { network: name }),
      flat(nested, { x402Version: 2 }),
      { ...nested, accepted: { scheme: 'exact', network: name } },
      { ...nested, resource: { url: 'http://localhost' }, extensions: {} },
    ]) {
      expect(await parsePayment(toHeader(json))).toEqual(expected);
    }
    expect(await parsePayment(toHeader(flat(nested)).replaceAll('+', '-').replaceAll('/', '_'))).toEqual(expected);
  });

  it('may be more than the accepted entry asks for, and must then be all of it', async () => {
    const payment = await parsePayment(await changed(BASE, { 'accepted.amount': '1' }));
    expect(payment.amountMicro).toBe(5_000_000n);
    expect(requirementsOf(payment)).toMatchObject({ amount: '5000000', payTo: wallets.payTo[BASE], asset: USDC[BASE] });
  });

  it('never brings its own requirements', async () => {
    const payment = await parsePayment(await changed(BASE, { 'accepted.extra': { name: 'X', version: '9' } }));
    expect(requirementsOf(payment).extra).toEqual({ name: 'USD Coin', version: '2' });
  });
});

describe('a payment is refused', () => {
  it.each([
    ['empty', ''],
    ['no base64', '{"x402Version":2}'],
    ['no JSON', Buffer.from('hello').toString('base64')],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64')],
    ['no object', toHeader([1])],
    ['null', toHeader(null)],
    ['without a payload', toHeader({ x402Version: 1, scheme: 'exact', network: 'base' })],
    ['with the payload as text', toHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload: 'x' })],
    ['of version 3', toHeader({ x402Version: 3, scheme: 'exact', network: 'base', payload: {} })],
    [
      'of version 1 with accepted',
      toHeader({ x402Version: 1, accepted: { scheme: 'exact', network: 'base' }, payload: {} }),
    ],
    ['without an authorization', toHeader({ x402Version: 1, scheme: 'exact', network: 'base', payload: {} })],
    ['without a transaction', toHeader({ x402Version: 1, scheme: 'exact', network: 'solana', payload: {} })],
    ['too long', 'a'.repeat(8_193)],
  ])('whose header is %s', async (_, header) => expect(await codeOf(header)).toBe('INVALID_PAYMENT_FORMAT'));

  it.each([
    ['UNSUPPORTED_SCHEME', { 'accepted.scheme': 'upto' }],
    ['UNSUPPORTED_SCHEME', { 'payload.permit2Authorization': { spender: '0x' } }],
    ['UNSUPPORTED_NETWORK', { 'accepted.network': 'eip155:1' }],
    ['UNSUPPORTED_TOKEN', { 'accepted.asset': '0x0000000000000000000000000000000000000001' }],
    ['INVALID_PAYMENT_RECIPIENT', { 'authorization.to': '0x0000000000000000000000000000000000000001' }],
    ['INVALID_PAYMENT_RECIPIENT', { 'accepted.payTo': '0x0000000000000000000000000000000000000001' }],
    ['INVALID_PAYMENT_PAYER', { 'authorization.from': '0x12' }],
    ['INVALID_PAYMENT_PAYER', { 'authorization.from': `0x${'0'.repeat(40)}` }],
    ['INVALID_AMOUNT', { 'authorization.value': '-5000000' }],
    ['INVALID_AMOUNT', { 'authorization.value': '0' }],
    ['INVALID_AMOUNT', { 'authorization.value': '5.5' }],
    ['INVALID_AMOUNT', { 'authorization.value': '9'.repeat(79) }],
    ['INVALID_AMOUNT', { 'accepted.amount': '5000001' }],
    ['INVALID_AMOUNT', { 'accepted.amount': 'five' }],
    ['AMOUNT_TOO_LOW', { 'authorization.value': '4999999', 'accepted.amount': undefined }],
    ['AMOUNT_TOO_HIGH', { 'authorization.value': '10000000001' }],
    ['AMOUNT_TOO_HIGH', { 'authorization.value': '9'.repeat(78) }],
    ['INVALID_PAYMENT', { 'payload.signature': '0xabc' }],
    ['INVALID_PAYMENT', { 'authorization.nonce': '0x12' }],
    ['INVALID_PAYMENT', { 'authorization.validAfter': 'yesterday' }],
    ['INVALID_PAYMENT', { 'authorization.validBefore': '' }],
  ])('on Base with %s', async (code, members) => expect(await codeOf(await changed(BASE, members))).toBe(code));

  it('whose payer is the receiver', async () => {
    const header = await changed(BASE, { 'authorization.from': wallets.payTo[BASE] });
    expect(await codeOf(header)).toBe('INVALID_PAYMENT_PAYER');
  });

  it('with the problem of the first check, in their order', async () => {
    const wrong = {
      'authorization.to': '0x1',
      'authorization.from': '0x1',
      'authorization.value': '1',
      'authorization.nonce': '',
    };
    expect(await codeOf(await changed(BASE, wrong))).toBe('INVALID_PAYMENT_RECIPIENT');
    const low = await problemOf(await changed(BASE, { 'authorization.value': '1', 'accepted.amount': '1' }));
    expect([low.code, low.details]).toEqual(['AMOUNT_TOO_LOW', { minimumAmountUsd: 5 }]);
  });

  it.each([
    ['UNSUPPORTED_SCHEME', { 'accepted.scheme': 'batch-settlement' }],
    ['UNSUPPORTED_TOKEN', { 'accepted.asset': 'So11111111111111111111111111111111111111112' }],
    ['INVALID_PAYMENT_RECIPIENT', { 'accepted.payTo': 'So11111111111111111111111111111111111111112' }],
    ['INVALID_AMOUNT', { 'accepted.amount': '5000001' }],
    ['INVALID_PAYMENT', { 'payload.transaction': 'AAAA' }],
    ['INVALID_PAYMENT', { 'payload.transaction': 'not base64!' }],
    ['INVALID_PAYMENT', { 'payload.transaction': '' }],
  ])('on Solana with %s', async (code, members) => expect(await codeOf(await changed(SOLANA, members))).toBe(code));

  it.each([
    ['AMOUNT_TOO_LOW', { amount: '4999999' }],
    ['AMOUNT_TOO_HIGH', { amount: '10000000001' }],
    ['INVALID_PAYMENT_RECIPIENT', { payTo: 'So11111111111111111111111111111111111111112' }],
    ['INVALID_PAYMENT', { extra: { feePayer: 'So11111111111111111111111111111111111111112' } }],
  ])('on Solana whose transaction has %s', async (code, members) => {
    const { payload } = jsonOf(await payers[SOLANA].header(5_000_000n, members));
    const header = toHeader({ x402Version: 1, scheme: 'exact', network: 'solana', payload });
    expect(await codeOf(header)).toBe(code);
  });

  it('on Solana whose message has bytes to spare: it would be the same payment with another key', async () => {
    const { payload } = jsonOf(await payers[SOLANA].header());
    const longer = Buffer.concat([Buffer.from(payload.transaction as string, 'base64'), Buffer.from([0])]);
    const header = await changed(SOLANA, { 'payload.transaction': longer.toString('base64') });
    expect(await codeOf(header)).toBe('INVALID_PAYMENT');
  });

  it('on a network that is not configured', async () => {
    const header = await payers[SOLANA].header();
    settings().wallets = { ...wallets, payTo: { [BASE]: wallets.payTo[BASE] } };
    expect(await codeOf(header)).toBe('UNSUPPORTED_NETWORK');
    for (const other of [header, toHeader({ x402Version: 1, scheme: 'exact', network: 'eip155:1', payload: {} })]) {
      await expect(parsePayment(other)).rejects.toThrow(`The network must be ${BASE}.`);
    }
  });
});
