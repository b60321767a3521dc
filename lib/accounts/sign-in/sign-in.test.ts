import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { countInMemory } from '../../limits/memory-store';
import { RULES } from '../../limits/rules';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { hashPassword } from '../password';
import { createAccount } from '../sign-up/create-account';
import { signIn } from './sign-in';

const PASSWORD = 'correct horse battery';
const realNow = clock.now;
let accountId: string;

beforeAll(async () => {
  await openTestDatabase();
  const passwordHash = await hashPassword(PASSWORD);
  const input = { email: 'ada@example.com', passwordHash, welcomeCreditNanoUsd: 0n };
  ({ accountId } = await createAccount(input, async () => undefined));
});

afterEach(() => {
  clock.now = realNow;
});

/** The middle of a fresh minute, so that no window ends during a test. */
let minute = Math.ceil(realNow() / 60_000);
function freshMinute(): number {
  minute += 1;
  const at = minute * 60_000 + 30_000;
  clock.now = () => at;
  return at;
}

const attempt = (email: string, address: string, password = 'wrong password') =>
  signIn({ email, password }, { address });

/** Makes attempts without waiting for hashing: only the count matters. */
async function waitOf(email: string, address: string): Promise<number | null> {
  try {
    await attempt(email, address);
    return null;
  } catch (error) {
    if (isApiError(error) && error.code === 'RATE_LIMIT_EXCEEDED') return error.options.retryAfterSeconds ?? 0;
    throw error;
  }
}

describe('signing in', () => {
  it('accepts the right password, whatever the case of the email', async () => {
    freshMinute();
    expect(await attempt(' Ada@Example.com ', '10.0.0.1', PASSWORD)).toEqual({
      accountId,
      email: 'ada@example.com',
      sessionVersion: 1,
    });
  });

  it('responds the same to a wrong password, an unknown email, and no email', async () => {
    freshMinute();
    expect(await attempt('ada@example.com', '10.0.0.2')).toBeNull();
    expect(await attempt('nobody@example.com', '10.0.0.2', PASSWORD)).toBeNull();
    expect(await attempt('', '10.0.0.2', PASSWORD)).toBeNull();
    expect(await attempt('ada@example.com', '10.0.0.2', PASSWORD + 'x'.repeat(100_000))).toBeNull();
  });

  it('responds the same to a blocked account', async () => {
    freshMinute();
    await database().query('update account set blocked_at = now() where id = $1', [accountId]);
    expect(await attempt('ada@example.com', '10.0.0.3', PASSWORD)).toBeNull();
    await database().query('update account set blocked_at = null where id = $1', [accountId]);
  });
});

describe('the limit of ten a minute', () => {
  it('counts an address, whatever the email, and resets in the next minute', async () => {
    freshMinute();
    for (let index = 0; index < 10; index += 1) expect(await waitOf(`a${index}@example.com`, '10.0.1.1')).toBeNull();
    expect(await waitOf('a11@example.com', '10.0.1.1')).toBe(30);
    expect(await waitOf('a11@example.com', '10.0.1.2')).toBeNull();
    freshMinute();
    expect(await waitOf('a11@example.com', '10.0.1.1')).toBeNull();
  });

  it('counts an address with one email', async () => {
    freshMinute();
    for (let index = 0; index < 10; index += 1) expect(await waitOf('ada@example.com', '10.0.1.3')).toBeNull();
    expect(await waitOf('ada@example.com', '10.0.1.3')).toBe(30);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    freshMinute();
    for (let index = 0; index < 10; index += 1) expect(await waitOf('', `2001:db8:1:2::${index}`)).toBeNull();
    expect(await waitOf('', '2001:db8:1:2:ffff::1')).toBe(30);
    expect(await waitOf('', '2001:db8:1:3::1')).toBeNull();
  });

  it('locks an owner out only during a flood from many addresses, not because of one attacker', async () => {
    freshMinute();
    for (let index = 0; index < 20; index += 1) await waitOf('ada@example.com', '10.0.2.1');
    expect(await attempt('ada@example.com', '10.0.2.2', PASSWORD)).not.toBeNull();
    const rule = RULES.signInEmail;
    while (countInMemory('signInEmail', 'email:ada@example.com', rule).count < rule.limit);
    expect(await waitOf('ADA@example.com', '10.0.2.200')).toBe(30);
    expect(await waitOf('grace@example.com', '10.0.2.200')).toBeNull();
  });
});
