import { beforeEach, describe, expect, it } from 'vitest';
import { authenticateKey } from '../accounts/authenticate-key';
import { resetPassword } from '../accounts/sign-in/reset-password';
import { signIn } from '../accounts/sign-in/sign-in';
import { signUp } from '../accounts/sign-up/sign-up';
import { findAccountByEmail } from '../accounts/account-cache';
import { makeTestAccount } from '../accounts/test-accounts';
import { isApiError } from '../core/errors';
import { findBalance } from '../ledger/find-balance';
import { openTestDatabase } from '../platform/test-database';
import { Order, type OrderInput } from './contract';
import { perform } from './perform';

const EMAIL = 'ada@example.com';
let addresses = 0;
const peer = () => ({ address: `10.4.0.${(addresses += 1)}`, direct: true });

beforeEach(async () => {
  await openTestDatabase();
});

const order = async (input: OrderInput) => perform(Order.parse(input));
const refusal = (input: OrderInput) =>
  order(input).then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
const keyOrder = (email: string): OrderInput => ({
  verb: 'createKey',
  input: { email, type: 'ADMIN', description: 'ci' },
});
const tokenOf = (link: unknown, name: string) => new URL((link as { url: string }).url).searchParams.get(name) ?? '';

describe('creating a key', () => {
  it('makes the owner on a fresh installation, with the welcome credit and a link for the password', async () => {
    const made = await order(keyOrder(' Ada@Example.com'));
    const caller = await authenticateKey(String(made.apiKey));
    expect(caller).toMatchObject({ keyType: 'ADMIN', keyId: made.id, account: { role: 'owner', email: EMAIL } });
    expect((await findBalance(caller.account.id)).usdNano).toBe(1_000_000_000n);
    expect(made.resetLink).toMatchObject({
      url: expect.stringMatching(/^http:\/\/localhost:3000\/reset-password\?token=/),
    });
    await resetPassword({ token: tokenOf(made.resetLink, 'token'), password: 'a new password' }, { peer: peer() });
    expect(await signIn({ email: EMAIL, password: 'a new password' }, peer())).not.toBeNull();
  });

  it('makes one for an account that is there', async () => {
    const account = await makeTestAccount(EMAIL);
    const made = await order(keyOrder(EMAIL));
    expect(made.resetLink).toBeUndefined();
    expect((await authenticateKey(String(made.apiKey))).account.id).toBe(account.id);
  });

  it('names the command that makes the account, where others are there', async () => {
    await makeTestAccount('owner@example.com');
    expect(await refusal(keyOrder(EMAIL))).toMatch(/^NOT_FOUND: .*account create --email ada@example\.com/);
    expect(await findAccountByEmail(EMAIL)).toBeNull();
  });
});

describe('a description', () => {
  it('is refused with a character that the database cannot keep', () => {
    const outcome = Order.safeParse({ verb: 'createKey', input: { email: EMAIL, type: 'ADMIN', description: 'a\0b' } });
    expect(outcome.error?.issues).toMatchObject([{ path: ['input', 'description'] }]);
  });
});

describe('accounts and links', () => {
  it('makes an account that nobody can enter before the link is used', async () => {
    const made = await order({ verb: 'createAccount', input: { email: EMAIL } });
    expect(made).toMatchObject({ email: EMAIL, role: 'owner' });
    expect(await signIn({ email: EMAIL, password: 'none' }, peer())).toBeNull();
    expect(await refusal({ verb: 'createAccount', input: { email: EMAIL } })).toMatch(/^CONFLICT/);
  });

  it('makes a reset link for an account that is there, and for no other', async () => {
    await makeTestAccount(EMAIL);
    const link = await order({ verb: 'resetLink', input: { email: EMAIL } });
    await resetPassword({ token: tokenOf(link, 'token'), password: 'a new password' }, { peer: peer() });
    expect(await refusal({ verb: 'resetLink', input: { email: 'nobody@example.com' } })).toMatch(/^NOT_FOUND/);
  });

  it('makes an invitation that sign-up takes', async () => {
    await makeTestAccount('owner@example.com');
    const invite = tokenOf(await order({ verb: 'inviteLink', input: {} }), 'invite');
    const rules = { signUp: 'invite', loopback: true, welcomeCreditNanoUsd: 0n } as const;
    const input = { email: EMAIL, password: 'correct horse battery', invite };
    expect(await signUp(input, { peer: peer() }, rules)).toMatchObject({ role: 'member' });
  });
});

describe('granting credit', () => {
  const grant = (usd: string, reference?: string): OrderInput => ({
    verb: 'grantCredit',
    input: { email: EMAIL, usd, ...(reference === undefined ? {} : { reference }) },
  });

  it('books each reference once', async () => {
    const { id } = await makeTestAccount(EMAIL);
    const first = await order(grant('$2.50', 'invoice-7'));
    expect(first).toEqual({ email: EMAIL, usd: '2.5', reference: 'invoice-7', balanceUsd: '2.5', repeated: false });
    expect(await order(grant('2.50', 'invoice-7'))).toMatchObject({ repeated: true, balanceUsd: '2.5' });
    expect(await refusal(grant('3', 'invoice-7'))).toMatch(/^CONFLICT: .*invoice-7/);
    await order(grant('1'));
    await order(grant('1'));
    expect((await findBalance(id)).usdNano).toBe(4_500_000_000n);
  });

  it.each(['0', '-1', 'ten', '1e3', '99999999999'])('refuses the amount %s', (usd) => {
    expect(Order.safeParse(grant(usd)).success).toBe(false);
  });

  it('refuses credit that the balance cannot hold, and names the bound', async () => {
    const { id } = await makeTestAccount(EMAIL);
    await order(grant('9000000000'));
    expect(await refusal(grant('9000000000'))).toMatch(/^INVALID_REQUEST: .*9223372036\.854775807 USD/);
    expect((await findBalance(id)).usdNano).toBe(9_000_000_000_000_000_000n);
  });

  it('refuses an account that is not there', async () => {
    expect(await refusal(grant('1'))).toMatch(/^NOT_FOUND/);
  });
});
