import { numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LocalBase, startBase } from '../../../scripts/chains/base';
import { prepareSmartWallet } from '../../../scripts/chains/smart-wallet';
import { BASE, SOLANA } from '../../core/wallet';
import type { Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { parseMessage, writeMessage } from './message';
import { purgeNonces } from './nonces';
import { confirmSignIn, readSignIn } from './sign-in';
import { evmWallet, headerOf, messageOf, signInHeader, solanaWallet, type TestWallet } from './test-wallets';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  settings().siwxDomains = [];
  vi.useRealTimers();
});

const client = { address: '192.0.2.1', direct: true };
const signIn = async (header: string) => confirmSignIn(readSignIn(header), client, true);
const evm = evmWallet();
const solana = solanaWallet();
const at = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString();

describe('a wallet signs in', () => {
  it('of Base, whose address is compared without case', async () => {
    const header = await signInHeader(evm, { address: evm.address.toLowerCase() });
    expect(await signIn(header)).toEqual({ network: BASE, address: evm.address.toLowerCase() });
  });

  it('of Solana, with a signature in base58 or base64, and the chain in both forms', async () => {
    expect(await signIn(await signInHeader(solana))).toEqual({ network: SOLANA, address: solana.address });
    const message = writeMessage(messageOf(solana, { chainId: SOLANA.slice('solana:'.length) }));
    const { base58, base64 } = await import('@scure/base');
    const signature = base64.encode(base58.decode(await solana.sign(message)));
    const header = headerOf({ address: solana.address, message, signature, chainId: SOLANA, type: 'ed25519' });
    expect(await signIn(header)).toMatchObject({ address: solana.address });
  });

  it.each([8453, '8453', BASE, undefined])('with the chain %j in its payload', async (chainId) => {
    expect(await signIn(await signInHeader(evm, {}, { chainId, type: 'eip191' }))).toMatchObject({ network: BASE });
  });

  it('with every optional line of a message', async () => {
    const more = {
      ...{ statement: 'Sign in', expirationTime: at(60_000), notBefore: at(-60_000), requestId: 'r1' },
      resources: ['https://example.com/a', 'https://example.com/b'],
    };
    expect(await signIn(await signInHeader(evm, more, { timestamp: Date.now() }))).toMatchObject({ network: BASE });
  });

  it.each(['evm', 'solana'])('of %s with structured members instead of the text', async (name) => {
    const wallet = name === 'evm' ? evm : solana;
    const reference = wallet.chainId.split(':').at(-1) ?? '';
    const message = messageOf(wallet, { chainId: reference, statement: 'Sign in', expirationTime: at(60_000) });
    const { kind: _, chainId: __, ...members } = message;
    const signature = await wallet.sign(writeMessage(message));
    const chainId = name === 'evm' ? BASE : SOLANA;
    expect(await signIn(headerOf({ ...members, signature, chainId }))).toMatchObject({ network: chainId });
  });

  it('for a domain with another port, or with a scheme and a path', async () => {
    for (const domain of ['localhost', 'localhost:8080', 'http://localhost:1/path', '127.0.0.1:3000']) {
      expect(await signIn(await signInHeader(evm, { domain })), domain).toMatchObject({ network: BASE });
    }
  });

  it('for a domain of SIWX_DOMAINS', async () => {
    settings().siwxDomains = ['ai.example.com'];
    expect(await signIn(await signInHeader(evm, { domain: 'AI.example.com' }))).toMatchObject({ network: BASE });
  });

  it('issued up to 30 s ahead of our clock', async () => {
    expect(await signIn(await signInHeader(evm, { issuedAt: at(25_000) }))).toMatchObject({ network: BASE });
  });
});

describe('a sign-in is refused', () => {
  const text = (more: Parameters<typeof messageOf>[1] = {}) => writeMessage(messageOf(evm, more));
  const signed = async (message: string, payload: object = {}) =>
    headerOf({ address: evm.address, message, signature: await evm.sign(message), ...payload });
  const signedMembers = async (more: Parameters<typeof messageOf>[1]) => {
    const message = messageOf(evm, { chainId: '8453', ...more });
    const { kind: _, chainId: __, ...members } = message;
    return headerOf({ ...members, signature: await evm.sign(writeMessage(message)), chainId: BASE });
  };

  it.each<[string, string, () => string | Promise<string>]>([
    ['PARSE_ERROR', 'no base64', () => '{}'],
    ['PARSE_ERROR', 'no JSON', () => Buffer.from('hello').toString('base64')],
    ['PARSE_ERROR', 'no UTF-8', () => Buffer.from([0x22, 0xff, 0x22]).toString('base64')],
    ['PARSE_ERROR', 'too long', () => 'a'.repeat(8_193)],
    ['INVALID_PAYLOAD', 'JSON null', () => headerOf([null])],
    ['INVALID_PAYLOAD', 'no address', () => headerOf({ message: 'x', signature: '0x00' })],
    ['INVALID_PAYLOAD', 'no signature', () => headerOf({ address: evm.address, message: 'x' })],
    ['INVALID_PAYLOAD', 'no message', () => headerOf({ address: evm.address, signature: '0x00' })],
    ['INVALID_PAYLOAD', 'an added line', () => signInHeader(evm, {}, { message: undefined, uri: 'a\nb', domain: 'a' })],
    ['INVALID_MESSAGE', 'free text', () => signed('Let me in')],
    ['INVALID_MESSAGE', 'an unknown line', () => signed(`${text()}\nRole: owner`)],
    ['INVALID_MESSAGE', 'a line twice', () => signed(`${text()}\nIssued At: ${at(0)}`)],
    ['INVALID_MESSAGE', 'another version', () => signInHeader(evm, { version: '2' })],
    ['INVALID_MESSAGE', 'no version', () => signed(text().replace(/\nVersion: .*/, ''))],
    ['INVALID_MESSAGE', 'another version in a member', () => signedMembers({ version: '2' })],
    ['INVALID_MESSAGE', 'a short nonce', () => signInHeader(evm, { nonce: 'short12' })],
    ['INVALID_MESSAGE', 'no time', () => signInHeader(evm, { issuedAt: 'yesterday' })],
    ['INVALID_MESSAGE', 'no Issued At', () => signed(text().replace(/\nIssued At: .*/, ''))],
    ['MISSING_NONCE', 'no nonce', () => signed(text().replace(/\nNonce: .*/, ''))],
    ['ADDRESS_MISMATCH', 'another address', () => signInHeader(evm, { address: evmWallet().address })],
    ['INVALID_CHAIN_ID', 'a chain that is none', () => signInHeader(evm, {}, { chainId: 'base' })],
    ['INVALID_CHAIN_ID', 'no chain at all', () => signed(text().replace(/\nChain ID: .*/, ''))],
    ['CHAIN_MISMATCH', 'two chains', () => signInHeader(evm, {}, { chainId: 1 })],
    ['CHAIN_MISMATCH', 'the type of Solana', () => signInHeader(evm, {}, { type: 'ed25519' })],
    ['CHAIN_MISMATCH', 'the chain of Solana', () => signInHeader(evm, { chainId: SOLANA })],
    ['UNSUPPORTED_CHAIN', 'Ethereum', () => signInHeader(evm, { chainId: '1' }, { chainId: 1 })],
    ['DOMAIN_MISMATCH', 'another domain', () => signInHeader(evm, { domain: 'evil.example.com' })],
    ['DOMAIN_MISMATCH', 'a domain that begins like ours', () => signInHeader(evm, { domain: 'localhost.evil.com' })],
    ['TIMESTAMP_MISMATCH', 'an old timestamp', () => signInHeader(evm, {}, { timestamp: Date.now() - 31_000 })],
    ['EXPIRED', 'an old message', () => signInHeader(evm, { issuedAt: at(-301_000) })],
    ['EXPIRED', 'past its expiration', () => signInHeader(evm, { expirationTime: at(-1) })],
    ['FUTURE_TIMESTAMP', 'a message of the future', () => signInHeader(evm, { issuedAt: at(32_000) })],
    ['NOT_BEFORE', 'not valid yet', () => signInHeader(evm, { notBefore: at(60_000) })],
    ['INVALID_SIGNATURE', 'another text', () => signInHeader(evm, {}, { message: text() })],
    ['INVALID_SIGNATURE', 'no signature of a key', () => signInHeader(evm, {}, { signature: '0x1234' })],
    ['INVALID_SIGNATURE', 'no hexadecimal', () => signInHeader(evm, {}, { signature: 'abc' })],
    ['INVALID_SIGNATURE', 'Solana, too short', () => signInHeader(solana, {}, { signature: 'abc' })],
    ['INVALID_WALLET', 'a short address', () => signInHeader({ ...evm, address: '0x12' })],
    ['INVALID_WALLET', 'a short key', () => signInHeader({ ...solana, address: '1'.repeat(33) })],
  ])('%s: %s', async (problem, _, header) => {
    await expect(signIn(await header())).rejects.toMatchObject({ code: `X402_SIGN_IN_${problem}` });
  });

  it('whose nonce this wallet has used, though another wallet may use it', async () => {
    const header = await signInHeader(evm, { nonce: 'onlyonce1' });
    await signIn(header);
    await expect(signIn(header)).rejects.toMatchObject({ code: 'X402_SIGN_IN_NONCE_REUSED' });
    expect(await signIn(await signInHeader(solana, { nonce: 'onlyonce1' }))).toMatchObject({ network: SOLANA });
  });

  it('in all but one of many copies at the same time', async () => {
    const header = await signInHeader(solana);
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => signIn(header)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('without using up the nonce of the wallet that it pretends to be', async () => {
    const nonce = 'notburned1';
    const forged = await signInHeader({ ...evmWallet(), address: evm.address }, { nonce });
    await expect(signIn(forged)).rejects.toMatchObject({ code: 'X402_SIGN_IN_INVALID_SIGNATURE' });
    expect(await signIn(await signInHeader(evm, { nonce }))).toMatchObject({ network: BASE });
  });
});

it('the signature of a wallet with an account is checked before those of many without one, which came earlier', async () => {
  const header = await signInHeader(solana);
  const [first, ...rest] = await Promise.all(Array.from({ length: 400 }, () => signInHeader(solanaWallet())));
  const order: string[] = [];
  const enter = async (name: string, one: string, isKnown: boolean) => {
    await confirmSignIn(readSignIn(one), client, isKnown);
    order.push(name);
  };
  // The process has one queue; the first sign-in loads what checks need.
  await enter('first', first ?? '', false);
  const waiting = rest.map((one) => enter('without', one, false));
  const known = enter('with', header, true);
  await Promise.all([...waiting, known]);
  expect(order.slice(0, 200)).toContain('with');
});

it('nonces are stored as long as their message can be accepted', async () => {
  const stored = async () => (await database.query<{ n: bigint }>('select count(*) as n from wallet_nonce'))[0]?.n;
  await database.query('delete from wallet_nonce');
  const issuedAt = at(29_000);
  await signIn(await signInHeader(evm, { issuedAt }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(issuedAt) + 300_000 });
  await purgeNonces();
  expect(Number(await stored())).toBe(1);
  vi.setSystemTime(Date.parse(issuedAt) + 331_000);
  await purgeNonces();
  expect(Number(await stored())).toBe(0);
});

it('a message is read as it was written', () => {
  for (const statement of [undefined, '', 'Sign in']) {
    const message = messageOf(evm, { statement, resources: ['a', 'b'] });
    expect(parseMessage(writeMessage(message))).toEqual(
      statement === '' ? { ...message, statement: undefined } : message,
    );
  }
});

describe('a wallet that is a contract', () => {
  let base: LocalBase;
  const { rpcUrl } = settings().wallets;
  beforeAll(async () => {
    base = await startBase();
    settings().wallets.rpcUrl = { [BASE]: base.rpcUrl };
  });
  afterEach(() => base.faults.clear());
  afterAll(async () => {
    settings().wallets.rpcUrl = rpcUrl;
    await base.stop();
  });

  const owner = privateKeyToAccount(generatePrivateKey());
  let salts = 0;
  /** @param form by which its signature is checked */
  async function contractWallet(form: 'EIP-1271' | 'EIP-6492', by = owner): Promise<TestWallet> {
    const wallet = await prepareSmartWallet(base, owner.address, numberToHex((salts += 1), { size: 32 }));
    if (form === 'EIP-1271') await wallet.create();
    const sign = async (message: string) => {
      const signature = await by.signMessage({ message });
      return form === 'EIP-1271' ? signature : wallet.wrap(signature);
    };
    return { address: wallet.address, kind: 'Ethereum', chainId: '8453', sign };
  }

  it.each(['EIP-1271', 'EIP-6492'] as const)('signs in once with each signature (%s)', async (form) => {
    const wallet = await contractWallet(form);
    const header = await signInHeader(wallet);
    expect(await signIn(header)).toEqual({ network: BASE, address: wallet.address.toLowerCase() });
    await expect(signIn(header)).rejects.toMatchObject({ code: 'X402_SIGN_IN_NONCE_REUSED' });
    const forged = await contractWallet(form, privateKeyToAccount(generatePrivateKey()));
    await expect(signIn(await signInHeader(forged))).rejects.toMatchObject({ code: 'X402_SIGN_IN_INVALID_SIGNATURE' });
  });

  it('can sign in again with the same signature if the node could not be asked', async () => {
    const header = await signInHeader(await contractWallet('EIP-1271'));
    base.faults.answer500();
    await expect(signIn(header)).rejects.toMatchObject({ code: 'NOT_READY' });
    base.faults.clear();
    expect(await signIn(header)).toMatchObject({ network: BASE });
  });
});
