import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticateKey } from '../accounts/keys/authenticate-key';
import { resetPassword } from '../accounts/sign-in/reset-password';
import { signIn } from '../accounts/sign-in/sign-in';
import { signUp } from '../accounts/sign-up/sign-up';
import { findAccountByEmail } from '../accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey } from '../accounts/test-accounts';
import { revokeApiKey } from '../accounts/keys/api-keys';
import { readSession } from '../accounts/session';
import { isApiError } from '../core/errors';
import { newId } from '../core/ids';
import { findBalance } from '../ledger/read/balance/find-balance';
import { hold } from '../ledger/hold';
import { settle } from '../ledger/settle';
import { testBill, testOrder, testRecord } from '../ledger/testing/test-orders';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { Command, type CommandInput } from './commands';
import { perform } from './perform';
import { makeCreditedPayment } from './wallets/test-payments';

const EMAIL = 'ada@example.com';
let addresses = 0;
const client = () => ({ address: `10.4.0.${(addresses += 1)}`, direct: true });

let opened: Database;
beforeEach(async () => {
  opened = await openTestDatabase();
});
afterEach(() => opened.close());

const execute = async (input: CommandInput) => perform(Command.parse(input));
const refusal = (input: CommandInput) =>
  execute(input).then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
const keyCommand = (email: string): CommandInput => ({
  verb: 'createKey',
  input: { email, type: 'ADMIN', description: 'ci' },
});
const tokenOf = (link: unknown, name: string) => new URL((link as { url: string }).url).searchParams.get(name) ?? '';

describe('creating a key', () => {
  it('creates the owner on a fresh installation, with the welcome credit and a link for the password', async () => {
    const made = await execute(keyCommand(' Ada@Example.com'));
    const caller = await authenticateKey(String(made.apiKey));
    expect(caller).toMatchObject({ keyType: 'ADMIN', keyId: made.id, account: { role: 'owner', email: EMAIL } });
    expect((await findBalance(caller.account.id)).usdNano).toBe(1_000_000_000n);
    expect(made.resetLink).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=/),
    });
    await resetPassword({ token: tokenOf(made.resetLink, 'token'), password: 'a new password' }, { client: client() });
    expect(await signIn({ email: EMAIL, password: 'a new password' }, client())).not.toBeNull();
  });

  it('creates one for an existing account', async () => {
    const account = await makeTestAccount(EMAIL);
    const made = await execute(keyCommand(EMAIL));
    expect(made.resetLink).toBeUndefined();
    expect((await authenticateKey(String(made.apiKey))).account.id).toBe(account.id);
  });

  it('names the command that creates the account, if others exist', async () => {
    await makeTestAccount('owner@example.com');
    expect(await refusal(keyCommand(EMAIL))).toMatch(/^NOT_FOUND: .*account create --email ada@example\.com/);
    expect(await findAccountByEmail(EMAIL)).toBeNull();
  });
});

describe('a description', () => {
  it('is refused with a character that the database cannot store', () => {
    const outcome = Command.safeParse({
      verb: 'createKey',
      input: { email: EMAIL, type: 'ADMIN', description: 'a\0b' },
    });
    expect(outcome.error?.issues).toMatchObject([{ path: ['input', 'description'] }]);
  });
});

describe('accounts and links', () => {
  it('creates an account that nobody can sign in to before the link is used', async () => {
    const made = await execute({ verb: 'createAccount', input: { email: EMAIL } });
    expect(made).toMatchObject({ email: EMAIL, role: 'owner' });
    expect(await signIn({ email: EMAIL, password: 'none' }, client())).toBeNull();
    expect(await refusal({ verb: 'createAccount', input: { email: EMAIL } })).toMatch(/^CONFLICT/);
  });

  it('creates a reset link for an existing account only', async () => {
    await makeTestAccount(EMAIL);
    const link = await execute({ verb: 'resetLink', input: { email: EMAIL } });
    await resetPassword({ token: tokenOf(link, 'token'), password: 'a new password' }, { client: client() });
    expect(await refusal({ verb: 'resetLink', input: { email: 'nobody@example.com' } })).toMatch(/^NOT_FOUND/);
  });

  it('creates an invitation that sign-up accepts', async () => {
    await makeTestAccount('owner@example.com');
    const invite = tokenOf(await execute({ verb: 'inviteLink', input: {} }), 'invite');
    const rules = { signUp: 'invite', loopback: true, welcomeCreditNanoUsd: 0n } as const;
    const input = { email: EMAIL, password: 'correct horse battery', invite };
    expect(await signUp(input, { client: client() }, rules)).toMatchObject({ role: 'member' });
  });
});

describe('credit', () => {
  const grant = (usd: string, reference: string = newId()): CommandInput => ({
    verb: 'creditAccount',
    input: { email: EMAIL, usd, reference },
  });

  it('adds credit once per reference', async () => {
    const { id } = await makeTestAccount(EMAIL);
    const first = await execute(grant('$2.50', 'invoice-7'));
    expect(first).toEqual({
      ...{ email: EMAIL, usd: '2.5', kind: 'GRANT', reference: 'invoice-7' },
      ...{ balanceUsd: '2.5', repeated: false },
    });
    expect(await execute(grant('2.50', 'invoice-7'))).toMatchObject({ repeated: true, balanceUsd: '2.5' });
    expect(await refusal(grant('3', 'invoice-7'))).toMatch(/^CONFLICT: .*invoice-7/);
    await execute(grant('1'));
    await execute(grant('1'));
    expect((await findBalance(id)).usdNano).toBe(4_500_000_000n);
  });

  it('refuses invalid amounts', () => {
    expect(Command.safeParse(grant('1')).success).toBe(true);
    const wrong = ['0', '-1', 'ten', '1e3', '99999999999', '1,000', '2,50', '0.0000000001', ''];
    expect(wrong.filter((usd) => Command.safeParse(grant(usd)).success)).toEqual([]);
  });

  it('refuses one without a reference, because it could not be repeated safely', () => {
    expect(Command.safeParse({ verb: 'creditAccount', input: { email: EMAIL, usd: '1' } }).success).toBe(false);
  });

  it('refuses credit that would exceed the maximum balance, and names the maximum', async () => {
    const { id } = await makeTestAccount(EMAIL);
    await execute(grant('9000000000'));
    expect(await refusal(grant('9000000000'))).toMatch(/^INVALID_REQUEST: .*9223372036\.854775807 USD/);
    expect((await findBalance(id)).usdNano).toBe(9_000_000_000_000_000_000n);
  });

  it('refuses an unknown account', async () => {
    expect(await refusal(grant('1'))).toMatch(/^NOT_FOUND/);
  });

  it('has the given kind, and one reference is one payment whatever its kind', async () => {
    const { id } = await makeTestAccount(EMAIL);
    for (const kind of ['GRANT', 'TOP_UP', 'REFUND'] as const) {
      const input = { email: EMAIL, usd: '1', kind, reference: `r-${kind}` };
      expect(await execute({ verb: 'creditAccount', input })).toMatchObject({ kind });
    }
    const entries = await database().query('select kind from ledger_entry where account_id = $1', [id]);
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['GRANT', 'REFUND', 'TOP_UP']);
    const again = { email: EMAIL, usd: '1', kind: 'REFUND' as const, reference: 'r-GRANT' };
    expect(await refusal({ verb: 'creditAccount', input: again })).toMatch(/^CONFLICT/);
  });
});

describe('a refund', () => {
  it('takes the credit of a payment out, once per reference', async () => {
    const { id } = await makeTestAccount(EMAIL);
    const payment = await makeCreditedPayment(id);
    const input = { payment: payment.id, usd: '2', reference: 'case-1', transaction: '0xab' };
    const first = await execute({ verb: 'refundPayment', input });
    expect(first).toMatchObject({ usd: '2', balanceUsd: '3', refundableUsd: '3', repeated: false });
    expect(await execute({ verb: 'refundPayment', input })).toEqual({ ...first, repeated: true });
    expect((await findBalance(id)).usdNano).toBe(3_000_000_000n);
    expect(await refusal({ verb: 'refundPayment', input: { ...input, usd: '9', reference: 'r' } })).toMatch(
      /^INVALID_REQUEST: .*Must be at most 3 USD/,
    );
    const wrong = [{ usd: '0' }, { reference: 'a b' }, { transaction: '' }, { payment: undefined }];
    const commands = wrong.map((more) => ({ verb: 'refundPayment', input: { ...input, ...more } }));
    expect(commands.filter((command) => Command.safeParse(command).success)).toEqual([]);
  });
});

describe('a stake', () => {
  const stake = (input: { diem?: string; wallet?: string }): CommandInput => ({
    verb: 'stakeAccount',
    input: { email: EMAIL, ...input },
  });

  it('is set, spent from, and ended', async () => {
    const { id } = await makeTestAccount(EMAIL);
    expect(await execute(stake({ diem: '5' }))).toEqual({
      ...{ email: EMAIL, stakedDiem: '5', balanceDiem: '5', walletAddress: null, reading: null },
    });
    const held = await hold(testOrder(id, { maximumNano: 2_000_000_000n, minimumNano: 1n }));
    await settle({ hold: held, bill: testBill(2_000_000_000n), record: testRecord() });
    expect(await execute(stake({ diem: '4.000000001' }))).toMatchObject({ balanceDiem: '2.000000001' });
    expect(await execute(stake({ diem: '0' }))).toMatchObject({ stakedDiem: '0', balanceDiem: '0' });
  });

  it('is read from a wallet, until an amount is set', async () => {
    await makeTestAccount(EMAIL);
    const wallet = `0x${'Ab'.repeat(20)}`;
    expect(await execute(stake({ wallet }))).toMatchObject({ walletAddress: wallet.toLowerCase(), reading: 'off' });
    await makeTestAccount('bob@example.com');
    const other = { verb: 'stakeAccount', input: { email: 'bob@example.com', wallet } } as const;
    expect(await refusal(other)).toMatch(/^CONFLICT: .*another account/);
    expect(await execute(stake({ diem: '1' }))).toMatchObject({ walletAddress: null });
    expect(await execute(other)).toMatchObject({ walletAddress: wallet.toLowerCase() });
  });

  it('is either an amount or an address', () => {
    const both = { diem: '1', wallet: `0x${'ab'.repeat(20)}` };
    const wrong = [{}, both, { diem: '-1' }, { diem: '$1' }, { wallet: '0x12' }];
    expect(wrong.filter((input) => Command.safeParse(stake(input)).success)).toEqual([]);
  });
});

describe('showing accounts', () => {
  it('shows one with what it can spend, its stake and its usable keys', async () => {
    const { id } = await makeTestAccount(EMAIL, 10_000_000_007n);
    await makeTestKey(id);
    await revokeApiKey(id, (await makeTestKey(id)).id);
    await makeTestKey(id, { expiresAt: new Date(0) });
    await hold(testOrder(id, { maximumNano: 1_000_000_000n }));
    await execute({ verb: 'stakeAccount', input: { email: EMAIL, diem: '3' } });
    expect(await execute({ verb: 'showAccount', input: { email: ' ADA@example.com' } })).toEqual({
      ...{ id, email: EMAIL, holder: EMAIL, role: 'owner', tier: 'standard', pro: false, blocked: false, keys: 1 },
      ...{ balanceUsd: '9.000000007', postedUsd: '10.000000007', balanceDiem: '3', stakedDiem: '3' },
      ...{ walletAddress: null, linkedWallets: [], createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(await refusal({ verb: 'showAccount', input: { email: 'nobody@example.com' } })).toMatch(/^NOT_FOUND/);
  });

  it('finds an account by a linked wallet, of Solana with its capitals', async () => {
    const { id } = await makeTestAccount(EMAIL);
    const solana = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const base = `0x${'ab'.repeat(20)}`;
    await database().query('insert into account_wallet (address, account_id) values ($1, $3), ($2, $3)', [
      ...[solana, base, id],
    ]);
    for (const email of [` ${solana} `, base.toUpperCase().replace('0X', '0x')]) {
      expect(await execute({ verb: 'showAccount', input: { email } })).toMatchObject({
        ...{ id, holder: EMAIL, linkedWallets: [base, solana] },
      });
    }
    expect(await refusal({ verb: 'showAccount', input: { email: solana.replace('E', 'F') } })).toMatch(
      /^NOT_FOUND: .*x402\/top-up$/,
    );
  });

  it('lists all, a thousand at a time', async () => {
    await database().query(`insert into account (id, email, password_hash, role)
      select gen_random_uuid(), 'u' || lpad(n::text, 4, '0') || '@example.com', '-', 'member' from generate_series(1, 1001) n`);
    const emails = async (after?: string) => {
      const { accounts, more } = await execute({ verb: 'listAccounts', input: { after } });
      return { more, emails: (accounts as { email: string }[]).map(({ email }) => email) };
    };
    const first = await emails();
    expect(first).toMatchObject({ more: true, emails: { length: 1000, 0: 'u0001@example.com' } });
    expect(await emails(first.emails.at(-1))).toEqual({ more: false, emails: ['u1001@example.com'] });
  });

  it('finds a wallet’s account by its address, lists it among the others, and credits it', async () => {
    const wallet = `0x${'ab'.repeat(20)}`;
    await makeTestAccount(EMAIL);
    await makeTestAccount('zoe@example.com');
    await database().query(
      `insert into account (id, wallet_address, role) values (gen_random_uuid(), $1, 'member'), (gen_random_uuid(), $2, 'member')`,
      [wallet, `0x${'cd'.repeat(20)}`],
    );
    await database().query(`insert into account (id, role, deleted_at) values (gen_random_uuid(), 'member', now())`);
    const named = wallet.toUpperCase().replace('0X', '0x');
    const input = { email: named, usd: '2', reference: 'w1' };
    expect(await execute({ verb: 'creditAccount', input })).toMatchObject({ email: wallet, balanceUsd: '2' });
    expect(await execute({ verb: 'showAccount', input: { email: named } })).toMatchObject({
      ...{ email: null, holder: wallet, balanceUsd: '2', role: 'member' },
    });
    const holders = async (after?: string) => {
      const { accounts } = await execute({ verb: 'listAccounts', input: { after } });
      return (accounts as { holder: string }[]).map(({ holder }) => holder);
    };
    const all = await holders();
    expect(all).toEqual([...all].sort());
    expect(all).toEqual([wallet, `0x${'cd'.repeat(20)}`, EMAIL, 'zoe@example.com']);
    expect(await holders(wallet)).toEqual(all.slice(1));
    const unknown = `0x${'ef'.repeat(20)}`;
    expect(await refusal({ verb: 'showAccount', input: { email: unknown } })).toMatch(/^NOT_FOUND: .*web3_key/);
    expect(Command.safeParse({ verb: 'createAccount', input: { email: wallet } }).success).toBe(false);
  });

  it('blocks one immediately, with its keys and sessions, and unblocks it', async () => {
    const account = await makeTestAccount(EMAIL, 5n);
    const { secret } = await makeTestKey(account.id);
    const cookie = await makeTestCookie(account);
    const blocked = async () => [
      (await authenticateKey(secret)).account.blocked,
      (await readSession(cookie))?.account.blocked,
    ];
    expect(await blocked()).toEqual([false, false]);
    expect(await execute({ verb: 'blockAccount', input: { email: EMAIL } })).toEqual({ email: EMAIL, blocked: true });
    expect(await blocked()).toEqual([true, true]);
    await expect(hold(testOrder(account.id, { minimumNano: 1n }))).rejects.toMatchObject({
      code: 'API_ACCESS_DISABLED',
    });
    expect(await execute({ verb: 'showAccount', input: { email: EMAIL } })).toMatchObject({ blocked: true });
    await execute({ verb: 'unblockAccount', input: { email: EMAIL } });
    expect(await blocked()).toEqual([false, false]);
  });
});

describe('the whole ledger', () => {
  it('is verified, and only written to a file with an absolute path', async () => {
    await makeTestAccount(EMAIL, 5n);
    expect(await execute({ verb: 'verifyLedger', input: {} })).toMatchObject({ ok: true, counts: { accounts: 1 } });
    for (const file of ['backup', './backup', '', '/a\0b']) {
      expect(Command.safeParse({ verb: 'writeBackup', input: { file } }).success).toBe(false);
    }
    const folder = mkdtempSync(join(tmpdir(), 'farebox-perform-'));
    const file = join(folder, 'backup');
    expect(await execute({ verb: 'writeBackup', input: { file } })).toMatchObject({ file, rows: { account: 1 } });
    expect(await refusal({ verb: 'writeBackup', input: { file } })).toMatch(/^INVALID_REQUEST: .*already exists/);
    rmSync(folder, { recursive: true });
  });
});
