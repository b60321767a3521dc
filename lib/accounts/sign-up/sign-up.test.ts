import { beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import type { ClientAddress } from '../caller';
import { makeTestAccount } from '../test-accounts';
import { describeSetup } from './describe-setup';
import { ensureOwner } from './ensure-owner';
import { createLinkToken } from './one-time-link';
import { setupCode } from './setup-code';
import { signUp, type SignUpRules } from './sign-up';

const LOCAL: SignUpRules = { signUp: 'open', loopback: true, welcomeCreditNanoUsd: 1_000_000_000n };
const PUBLIC: SignUpRules = { signUp: 'closed', loopback: false, welcomeCreditNanoUsd: 0n };
const PASSWORD = 'correct horse battery';

beforeEach(async () => {
  await openTestDatabase();
});

let addresses = 0;
const client = (direct = true): ClientAddress => ({ address: `10.1.${(addresses += 1)}.1`, direct });
const register = (
  email: string,
  rules: SignUpRules,
  extra: { setupCode?: string; invite?: string } = {},
  from = client(),
) => signUp({ email, password: PASSWORD, ...extra }, { client: from }, rules);
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );
const roles = async () =>
  (await database().query<{ role: string }>('select role from account order by created_at')).map((row) => row.role);

describe('the first account', () => {
  it('is the owner’s, with the welcome credit, added once', async () => {
    const made = await register('ada@example.com', LOCAL);
    expect(made).toEqual({ accountId: expect.any(String), email: 'ada@example.com', role: 'owner' });
    expect((await findBalance(made.accountId)).usdNano).toBe(1_000_000_000n);
    const entries = await database().query('select id from ledger_entry');
    expect(entries).toEqual([{ id: `welcome:${made.accountId}` }]);
  });

  it('needs the code unless on the same machine', async () => {
    const code = await setupCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const elsewhere: [SignUpRules, ClientAddress][] = [
      [PUBLIC, client()],
      [{ ...LOCAL, trustProxy: 1 }, client()],
      [LOCAL, client(false)],
    ];
    for (const [rules, from] of elsewhere) {
      expect(await describeSetup({ client: from }, rules)).toMatchObject({ needsOwner: true, needsSetupCode: true });
      expect(await refusal(register('ada@example.com', rules, {}, from))).toBe('UNAUTHORIZED');
      expect(await refusal(register('ada@example.com', rules, { setupCode: 'AAAA-AAAA-AAAA' }, from))).toBe(
        'UNAUTHORIZED',
      );
    }
    expect(await describeSetup({ client: client() }, LOCAL)).toMatchObject({ needsOwner: true, needsSetupCode: false });
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;
    expect(await register('ada@example.com', PUBLIC, { setupCode: typed })).toMatchObject({ role: 'owner' });
    expect(await describeSetup({ client: client() }, PUBLIC)).toEqual({
      needsOwner: false,
      needsSetupCode: false,
      signUp: 'closed',
      services: [],
      wallets: [],
    });
  });

  it('is created once, also for many concurrent requests', async () => {
    const asked = Array.from({ length: 8 }, (_, index) => register(`a${index}@example.com`, LOCAL));
    expect((await Promise.all(asked)).filter(({ role }) => role === 'owner')).toHaveLength(1);
    expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1);
  });

  it('refuses requests that come a moment later', async () => {
    const code = await setupCode();
    const asked = Array.from({ length: 6 }, (_, index) =>
      refusal(register(`a${index}@example.com`, PUBLIC, { setupCode: code })),
    );
    const outcomes = (await Promise.all(asked)).sort();
    expect(outcomes).toEqual([...Array(5).fill('UNAUTHORIZED'), 'accepted']);
    expect(await roles()).toEqual(['owner']);
  });
});

describe('every further account', () => {
  beforeEach(async () => {
    await makeTestAccount('owner@example.com');
  });

  it('is a member’s if sign-up is open', async () => {
    expect(await register('grace@example.com', LOCAL)).toMatchObject({ role: 'member' });
  });

  it('is refused if sign-up is closed, also with the setup code', async () => {
    const code = await setupCode();
    expect(await refusal(register('grace@example.com', PUBLIC, { setupCode: code }))).toBe('UNAUTHORIZED');
  });

  it('is refused for an email that has one', async () => {
    expect(await refusal(register('owner@example.com', LOCAL))).toBe('CONFLICT');
    expect(await roles()).toEqual(['owner']);
  });

  it('accepts an invitation once, and a failed attempt does not use it up', async () => {
    const rules: SignUpRules = { ...LOCAL, signUp: 'invite' };
    const { token } = await createLinkToken('invite', null);
    expect(await refusal(register('grace@example.com', rules))).toBe('UNAUTHORIZED');
    expect(await refusal(register('grace@example.com', rules, { invite: 'wrong' }))).toBe('INVALID_REQUEST');
    expect(await refusal(register('owner@example.com', rules, { invite: token }))).toBe('CONFLICT');
    const asked = ['grace@example.com', 'alan@example.com'].map((email) =>
      refusal(register(email, rules, { invite: token })),
    );
    expect((await Promise.all(asked)).sort()).toEqual(['INVALID_REQUEST', 'accepted']);
    expect(await refusal(register('edsger@example.com', rules, { invite: token }))).toBe('INVALID_REQUEST');
  });

  it('accepts neither an expired invitation nor a reset link instead', async () => {
    const rules: SignUpRules = { ...LOCAL, signUp: 'invite' };
    const [{ token: old }, { token: reset }] = [
      await createLinkToken('invite', null),
      await createLinkToken('reset', null),
    ];
    expect(await refusal(register('grace@example.com', rules, { invite: reset }))).toBe('INVALID_REQUEST');
    const realNow = clock.now;
    const later = realNow() + 8 * 86_400_000;
    clock.now = () => later;
    expect(await refusal(register('grace@example.com', rules, { invite: old }))).toBe('INVALID_REQUEST');
    clock.now = realNow;
  });

  it('is limited to five attempts an hour per address', async () => {
    const from = client();
    for (let index = 0; index < 5; index += 1) {
      expect(await refusal(register('owner@example.com', PUBLIC, {}, from))).toBe('UNAUTHORIZED');
    }
    expect(await refusal(register('grace@example.com', LOCAL, {}, from))).toBe('RATE_LIMIT_EXCEEDED');
    expect(await roles()).toEqual(['owner']);
  });
});

describe('the owner from the settings', () => {
  const settings = { ownerEmail: 'Owner@Example.com', ownerPassword: PASSWORD, welcomeCreditNanoUsd: 0n };

  it('is created once', async () => {
    expect(await Promise.all([ensureOwner(settings), ensureOwner(settings)])).toContain(true);
    expect(await ensureOwner({ ...settings, ownerEmail: 'other@example.com' })).toBe(false);
    const rows = await database().query('select email, role from account');
    expect(rows).toEqual([{ email: 'owner@example.com', role: 'owner' }]);
  });

  it('is not created without both, and invalid values fail the start with a message', async () => {
    expect(await ensureOwner({ welcomeCreditNanoUsd: 0n })).toBe(false);
    await expect(ensureOwner({ ...settings, ownerPassword: 'short' })).rejects.toThrow(/^OWNER_PASSWORD: .*10/);
    await expect(ensureOwner({ ...settings, ownerEmail: 'nobody' })).rejects.toThrow(/^OWNER_EMAIL: /);
    expect(await roles()).toEqual([]);
  });
});
