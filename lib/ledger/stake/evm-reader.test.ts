import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_NANO_USD } from '../../core/money';
import { makeEvmReader } from './evm-reader';

/** Selectors of ERC-20. */
const BALANCE_OF = '0x70a08231';
const DECIMALS = '0x313ce567';
const CONTRACT = '0x00000000000000000000000000000000000000aa';
const WALLET = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** A node that responds as the test defines, and records its requests. */
let node: Server;
let rpcUrl: string;
let asked: { method: string; params: [{ to: string; data: string }, string] }[] = [];
let answer: (selector: string) => { status?: number; body: string } | 'silence';
/** Requests to any other path, which must never happen. */
let strays = 0;

beforeAll(async () => {
  node = createServer((incoming, outgoing) => {
    if (incoming.url !== '/rpc') strays += 1;
    let body = '';
    incoming.setEncoding('utf8').on('data', (text) => (body += String(text)));
    incoming.on('end', () => {
      const call = JSON.parse(body) as (typeof asked)[number];
      asked.push(call);
      const reply = answer(call.params[0].data.slice(0, 10));
      if (reply !== 'silence') outgoing.writeHead(reply.status ?? 200).end(reply.body);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => node.once('listening', resolve));
  rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}/rpc`;
});
afterAll(() => {
  node.close();
  node.closeAllConnections();
});
beforeEach(() => {
  asked = [];
});

const number = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
const result = (value: string) => ({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }) });
const error = (code: number, message: string, data?: string) => ({
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } }),
});
const answers = (balance: bigint, decimals: ReturnType<typeof answer>) => (selector: string) =>
  selector === DECIMALS ? decimals : result(number(balance));
const reader = (callMs?: number) => makeEvmReader({ stakingAddress: CONTRACT, rpcUrl, callMs });

describe('an amount', () => {
  it.each([
    [18n, 1_500_000_000_999_999_999n, 1_500_000_000n],
    [18n, 999_999_999n, 0n],
    [6n, 1_500_001n, 1_500_001_000n],
    [9n, 7n, 7n],
    [0n, 3n, 3_000_000_000n],
    [10n, 19n, 1n],
    [255n, 5n, 0n],
    [18n, MAX_NANO_USD * 10n ** 9n, MAX_NANO_USD],
  ])('of %i decimals is floored to nano: %i is %i', async (decimals, units, nano) => {
    answer = answers(units, result(number(decimals)));
    expect(await reader()(WALLET)).toBe(nano);
  });

  it('is read from the contract at the newest block, and the decimals once', async () => {
    answer = answers(2_000_000n, result(number(6n)));
    const read = reader();
    expect([await read(WALLET), await read(WALLET.toLowerCase())]).toEqual([2_000_000_000n, 2_000_000_000n]);
    const argument = WALLET.slice(2).toLowerCase().padStart(64, '0');
    expect(asked.map(({ method, params }) => [method, params[0].to, params[0].data, params[1]])).toEqual([
      ['eth_call', CONTRACT, `${BALANCE_OF}${argument}`, 'latest'],
      ['eth_call', CONTRACT, DECIMALS, 'latest'],
      ['eth_call', CONTRACT, `${BALANCE_OF}${argument}`, 'latest'],
    ]);
  });

  it.each([
    ['reverted (3)', error(3, 'execution reverted', '0x')],
    ['execution reverted (-32000)', error(-32_000, 'execution reverted')],
    ['reverted without a reason (-32603)', error(-32_603, 'VM Exception while processing transaction: reverted')],
  ])('of a contract without decimals() has 18: %s', async (_, refusal) => {
    answer = answers(10n ** 18n, refusal);
    expect(await reader()(WALLET)).toBe(1_000_000_000n);
  });

  it('beyond the maximum of an account is refused', async () => {
    answer = answers((MAX_NANO_USD + 1n) * 10n ** 9n, result(number(18n)));
    await expect(reader()(WALLET)).rejects.toThrow('exceeds the maximum of an account');
  });
});

describe('a failing node returns no amount', () => {
  it.each([
    ['an internal error', error(-32_603, 'Internal error'), 'Internal error'],
    ['a limit', error(-32_005, 'limit exceeded'), 'limit exceeded'],
    ['a status', { status: 503, body: '{}' }, 'status 503'],
    ['no JSON', { body: '<html>' }, 'did not return JSON-RPC'],
    ['no result', { body: '{"jsonrpc":"2.0","id":1,"result":null}' }, 'did not return JSON-RPC'],
    ['an empty result', result('0x'), 'returned no data'],
    ['too much', { body: 'x'.repeat(100_000) }, 'larger than 65536 bytes'],
  ])('%s', async (_, trouble, message) => {
    answer = () => trouble;
    await expect(reader()(WALLET)).rejects.toThrow(message);
    expect(asked).toHaveLength(1);
    // Nor if only the decimals cannot be read: they do not default to 18, and are read again.
    answer = answers(2_000_000n, trouble);
    const read = reader();
    await expect(read(WALLET)).rejects.toThrow(message);
    answer = answers(2_000_000n, result(number(6n)));
    expect(await read(WALLET)).toBe(2_000_000_000n);
  });

  it('no response within the time limit of a call', async () => {
    answer = () => 'silence';
    const began = performance.now();
    await expect(reader(150)(WALLET)).rejects.toThrow('The upstream');
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('no response until the caller aborts', async () => {
    answer = () => 'silence';
    const caller = new AbortController();
    const reading = reader()(WALLET, caller.signal);
    setTimeout(() => caller.abort(), 50);
    await expect(reading).rejects.toThrow('aborted');
  });

  it('a refused connection', async () => {
    const read = makeEvmReader({ stakingAddress: CONTRACT, rpcUrl: 'http://127.0.0.1:9/' });
    await expect(read(WALLET)).rejects.toThrow('ECONNREFUSED');
  });
});

it('never follows a contract to another URL (EIP-3668)', async () => {
  const { encodeErrorResult, parseAbi } = await import('viem');
  const lookup = encodeErrorResult({
    abi: parseAbi(['error OffchainLookup(address sender, string[] urls, bytes data, bytes4 callback, bytes extra)']),
    args: [CONTRACT, [rpcUrl.replace('/rpc', '/elsewhere/{sender}/{data}')], '0x', '0x00000000', '0x'],
  });
  answer = () => error(3, 'execution reverted', lookup);
  await expect(reader()(WALLET)).rejects.toThrow('reverted');
  expect([asked.length, strays]).toEqual([1, 0]);
});

it('refuses an invalid wallet address without a request', async () => {
  await expect(reader()('0x12')).rejects.toThrow('not the address of a wallet');
  expect(asked).toEqual([]);
});
