import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { findWalletAccount } from '../../accounts/wallets/wallet-account';
import { newId } from '../../core/ids';
import { BASE, SOLANA } from '../../core/wallet';
import { setStake } from '../../ledger/stake/set-stake';
import { holdClock } from '../../limits/testing/test-clock';
import { database, type Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { evmWallet, headerOf, signInHeader, solanaWallet, type TestWallet } from '../siwx/test-wallets';
import { signInMessage, signInWithWallet } from './sign-in';

const before = settings().wallets;
let opened: Database;
let made = 0;

beforeAll(async () => {
  opened = await openTestDatabase();
  const payTo = { [BASE]: '0x1111111111111111111111111111111111111111', [SOLANA]: solanaWallet().address };
  settings().wallets = { ...before, signUp: 'open', payTo };
});
afterAll(async () => {
  settings().wallets = before;
  await opened.close();
});

/** Each from another address, which may only sign up a few wallets. */
const signIn = (header: string) => signInWithWallet(header, { address: `198.51.100.${(made += 1)}`, direct: false });
const signed = async (wallet: TestWallet) => {
  const { message } = await signInMessage({ address: wallet.address, host: null });
  return headerOf({ address: wallet.address, message, signature: await wallet.sign(message) });
};

it('is never the first account', async () => {
  await expect(signIn(await signed(evmWallet()))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await makeTestAccount('owner@example.com');
});

describe('signInWithWallet', () => {
  it.each([
    ['Base', evmWallet()],
    ['Solana', solanaWallet()],
  ])('opens a new account to a wallet on %s, and the same one after that', async (_name, wallet) => {
    const first = await signIn(await signed(wallet));
    expect(first).toMatchObject({ email: null, sessionVersion: 1 });
    expect(await signIn(await signed(wallet))).toEqual(first);
    expect(await findWalletAccount(database(), walletKey(wallet))).toMatchObject({ id: first.accountId });
  });

  it('opens the account that the wallet is linked to', async () => {
    const ada = await makeTestAccount(`${newId()}@example.com`);
    const wallet = evmWallet();
    await database().query('insert into account_wallet values ($1, $2)', [walletKey(wallet), ada.id]);
    expect(await signIn(await signed(wallet))).toMatchObject({ accountId: ada.id, email: ada.email });
  });

  it('accepts a message once', async () => {
    const header = await signed(evmWallet());
    await signIn(header);
    await expect(signIn(header)).rejects.toMatchObject({ code: 'X402_SIGN_IN_NONCE_REUSED' });
  });

  it.each([
    ['the statement', /\nSign in to your account\.\n/, '\nClaim your reward.\n'],
    ['the domain, to another accepted one', /^\S+/, 'partner.example'],
    ['the page', /\nURI: \S+\n/, '\nURI: https://partner.example/reward\n'],
    ['the expiry', /\nExpiration Time: \S+/, ''],
  ])('refuses a text of ours in which somebody has changed %s', async (_what, part, other) => {
    const { siwxDomains } = settings();
    settings().siwxDomains = ['partner.example'];
    try {
      const wallet = evmWallet();
      const { message } = await signInMessage({ address: wallet.address, host: null });
      const changed = message.replace(part, other);
      expect(changed).not.toBe(message);
      const signature = await wallet.sign(changed);
      const header = headerOf({ address: wallet.address, message: changed, signature });
      await expect(signIn(header)).rejects.toMatchObject({ code: 'X402_SIGN_IN_INVALID_MESSAGE' });
    } finally {
      settings().siwxDomains = siwxDomains;
    }
  });

  it('names no host of SIWX_DOMAINS, which has no pages of ours', async () => {
    const { siwxDomains, allowedHosts } = settings();
    const firstOf = async (host: string) =>
      (await signInMessage({ address: evmWallet().address, host })).message.split(' ')[0];
    settings().siwxDomains = ['partner.example', 'pages.example'];
    settings().allowedHosts = ['pages.example:8443'];
    try {
      expect(await firstOf('partner.example')).toBe('localhost:3000');
      expect(await firstOf('pages.example:8443')).toBe('pages.example:8443');
    } finally {
      Object.assign(settings(), { siwxDomains, allowedHosts });
    }
  });

  it('refuses a message that was signed for the API', async () => {
    const header = await signInHeader(evmWallet());
    await expect(signIn(header)).rejects.toMatchObject({ code: 'X402_SIGN_IN_INVALID_MESSAGE' });
  });

  it('refuses a wallet that has only the stake of an account: an operator links those without a signature', async () => {
    const ada = await makeTestAccount(`${newId()}@example.com`);
    const wallet = evmWallet();
    await setStake({ accountId: ada.id, stakedNano: 1n, walletAddress: walletKey(wallet) });
    await expect(signIn(await signed(wallet))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('refuses a blocked account', async () => {
    const wallet = evmWallet();
    const { accountId } = await signIn(await signed(wallet));
    await database().query('update account set blocked_at = now() where id = $1', [accountId]);
    await expect(signIn(await signed(wallet))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED' });
  });

  it('refuses new wallets if they are not accepted, and knows the others', async () => {
    const known = evmWallet();
    const first = await signIn(await signed(known));
    settings().wallets.signUp = 'closed';
    await expect(signIn(await signed(evmWallet()))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await signIn(await signed(known))).toEqual(first);
    settings().wallets.signUp = 'open';
  });

  it('takes ten attempts a minute from an address', async () => {
    const client = { address: '203.0.113.1', direct: false };
    const attempt = () => signInWithWallet('none', client).catch((error: unknown) => error);
    const refused = await holdClock(() => Promise.all(Array.from({ length: 11 }, attempt)));
    expect(refused[9]).toMatchObject({ code: 'X402_SIGN_IN_PARSE_ERROR' });
    expect(refused[10]).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });
});

const walletKey = ({ address }: TestWallet) => (address.startsWith('0x') ? address.toLowerCase() : address);
