import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { database } from '../../platform/db';
import { settings } from '../../platform/env';
import { clock } from '../../platform/clock';
import { openTestDatabase } from '../../platform/testing/test-database';
import { forgetAccount } from '../account-cache';
import { makeTestAccount, makeTestCookie, type TestAccount } from '../test-accounts';
import { disconnectService } from './disconnect';
import { signInByIdentity } from './sign-in-by-identity';
import { finishServiceSignIn } from './finish-service-sign-in';
import { type Identity, toIdentity } from './identity';
import { listServices } from './list';

const SET_UP = { clientId: 'a', clientSecret: 'b', url: 'https://service.example' };
const OPEN = { signUp: 'open', welcomeCreditNanoUsd: 5n } as const;
let ada: TestAccount;
let people = 0;
let addresses = 0;

beforeAll(async () => {
  await openTestDatabase();
});

beforeEach(async () => {
  await database().query('truncate account cascade');
  await makeTestAccount('owner@example.com');
  ada = await makeTestAccount('ada@example.com');
});

afterEach(() => {
  settings().github = undefined;
  settings().google = undefined;
});

const newIdentity = (given: Partial<Identity> = {}): Identity => {
  people += 1;
  const identity = { service: 'github', subject: `${people}`, email: `p${people}@example.com`, label: `p${people}` };
  return { ...identity, service: 'github', ...given };
};
const enter = (
  identity: Identity,
  accountId: string | null = null,
  rules: Parameters<typeof signInByIdentity>[2] = OPEN,
) => {
  const current = accountId === null ? null : browser({ ...ada, id: accountId });
  return signInByIdentity(identity, { current, address: `10.4.${(addresses += 1) >> 8}.${addresses & 255}` }, rules);
};
/** A session with the given age of its sign-in. */
const browser = (account: TestAccount, agoMs = 0) => ({ account, signedInAtMs: clock.now() - agoMs });
const accounts = async () => (await database().query('select 1 as one from account')).length;
const session = (account: TestAccount) => ({ caller: { kind: 'session' as const, account } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );

describe('a new user', () => {
  it('gets a member account with the welcome credit and no password, and signs in to it again', async () => {
    const person = newIdentity();
    const made = await enter(person);
    expect(made).toEqual({ accountId: expect.any(String), email: person.email, sessionVersion: 1 });
    const { accountId } = made as { accountId: string };
    const [row] = await database().query('select role, password_hash from account where id = $1', [accountId]);
    expect(row).toEqual({ role: 'member', password_hash: null });
    expect((await findBalance(accountId)).usdNano).toBe(5n);
    expect(await enter({ ...person, email: 'moved@example.com', label: 'other' })).toEqual(made);
    expect(await accounts()).toBe(3);
  });

  it('gets one account, also in two tabs at once', async () => {
    const person = newIdentity();
    const [one, other] = await Promise.all([enter(person), enter(person)]);
    expect(one).toMatchObject({ accountId: expect.any(String) });
    expect(other).toEqual(one);
    expect(await accounts()).toBe(3);
  });

  it('is refused with a reason, and nothing is created', async () => {
    expect(await enter(newIdentity({ email: 'ada@example.com' }))).toBe('EMAIL_TAKEN');
    expect(await enter(newIdentity({ email: null }))).toBe('EMAIL_UNVERIFIED');
    expect(await enter(newIdentity(), null, { ...OPEN, signUp: 'closed' })).toBe('SIGN_UP_CLOSED');
    expect(await enter(newIdentity(), null, { ...OPEN, signUp: 'invite' })).toBe('INVITATION_NEEDED');
    expect(await accounts()).toBe(2);
    await database().query('truncate account cascade');
    expect(await enter(newIdentity())).toBe('NO_OWNER');
    expect(await accounts()).toBe(0);
  });

  it('counts as a sign-up of the address', async () => {
    const at = () => signInByIdentity(newIdentity(), { current: null, address: '10.5.0.1' }, OPEN);
    for (let index = 0; index < 5; index += 1) expect(await at()).toMatchObject({ sessionVersion: 1 });
    expect(await codeOf(at())).toBe('RATE_LIMIT_EXCEEDED');
    expect(await accounts()).toBe(7);
  });
});

describe('a known identity', () => {
  it('opens its account with the current session version, also if sign-up is closed', async () => {
    const person = newIdentity();
    await enter(person, ada.id);
    await database().query('update account set session_version = 4 where id = $1', [ada.id]);
    const signedIn = { accountId: ada.id, email: 'ada@example.com', sessionVersion: 4 };
    expect(await enter(person, null, { ...OPEN, signUp: 'closed' })).toEqual(signedIn);
  });

  it('does not open a blocked or deleted account', async () => {
    const person = newIdentity();
    await enter(person, ada.id);
    await database().query('update account set blocked_at = now() where id = $1', [ada.id]);
    expect(await enter(person)).toBe('ACCOUNT_BLOCKED');
    await database().query('update account set blocked_at = null, deleted_at = now(), email = null where id = $1', [
      ada.id,
    ]);
    expect(await enter(person)).toBe('ACCOUNT_BLOCKED');
    expect(await enter(person, ada.id)).toBe('ACCOUNT_BLOCKED');
  });

  it('belongs to one service', async () => {
    const person = newIdentity();
    await enter(person, ada.id);
    expect(await enter({ ...person, service: 'google' })).not.toMatchObject({ accountId: ada.id });
  });
});

describe('a signed-in user', () => {
  it('connects one identity per service, whatever its email, and the same one again', async () => {
    const github = newIdentity({ email: 'owner@example.com' });
    const google = newIdentity({ service: 'google', email: null });
    for (const person of [github, google, github]) {
      expect(await enter(person, ada.id)).toMatchObject({ accountId: ada.id, email: 'ada@example.com' });
    }
    expect(await enter(newIdentity(), ada.id)).toBe('ALREADY_CONNECTED');
    expect((await listServices(session(ada))).services).toMatchObject([
      { service: 'github', available: false, connected: { label: github.label }, onlyWayIn: false },
      { service: 'google', connected: { label: google.label }, onlyWayIn: false },
    ]);
  });

  it('cannot connect another user’s identity', async () => {
    const person = newIdentity();
    await enter(person);
    expect(await enter(person, ada.id)).toBe('IDENTITY_TAKEN');
    expect((await listServices(session(ada))).services).toEqual([]);
  });
});

describe('connecting', () => {
  const by = (person: Identity, current: ReturnType<typeof browser>) =>
    signInByIdentity(person, { current, address: '10.7.0.1' }, OPEN);

  it('needs a sign-in within the last ten minutes, and keeps its time', async () => {
    const person = newIdentity();
    for (const agoMs of [10 * 60_000, 86_400_000, clock.now()]) {
      expect(await by(person, browser(ada, agoMs))).toBe('SIGN_IN_AGAIN');
    }
    expect(await by(person, { account: ada } as ReturnType<typeof browser>)).toBe('SIGN_IN_AGAIN');
    expect((await listServices(session(ada))).services).toEqual([]);
    const young = browser(ada, 9 * 60_000);
    expect(await by(person, young)).toMatchObject({ accountId: ada.id, signedInAtMs: young.signedInAtMs });
  });

  it('signs in normally if the identity is already connected to this account', async () => {
    const person = newIdentity();
    await enter(person, ada.id);
    expect(await by(person, browser(ada, 86_400_000))).toEqual({
      ...{ accountId: ada.id, email: 'ada@example.com', sessionVersion: 1 },
    });
  });

  it('does not renew a session that was revoked in the meantime', async () => {
    const before = browser(ada);
    await database().query('update account set session_version = 2 where id = $1', [ada.id]);
    expect(await by(newIdentity(), before)).toBe('SIGN_IN_AGAIN');
    expect((await listServices(session(ada))).services).toEqual([]);
  });
});

describe('disconnecting', () => {
  it('disconnects only their own identity', async () => {
    const bob = await makeTestAccount('bob@example.com');
    const person = newIdentity();
    await enter(person, ada.id);
    expect(await codeOf(disconnectService('github', session(bob)))).toBe('NOT_FOUND');
    expect(await codeOf(disconnectService('google', session(ada)))).toBe('NOT_FOUND');
    expect(await codeOf(disconnectService('constructor', session(ada)))).toBe('NOT_FOUND');
    expect(await codeOf(disconnectService('github', session(ada)))).toBe('done');
    expect(await enter(person)).not.toMatchObject({ accountId: ada.id });
  });

  it('keeps the last way to sign in, also when both are disconnected concurrently', async () => {
    settings().github = SET_UP;
    settings().google = SET_UP;
    const { accountId } = (await enter(newIdentity())) as { accountId: string };
    const holder = session({ ...ada, id: accountId });
    expect((await listServices(holder)).services).toMatchObject([
      { service: 'github', onlyWayIn: true },
      { service: 'google', connected: null, onlyWayIn: false },
    ]);
    expect(await codeOf(disconnectService('github', holder))).toBe('CONFLICT');
    await enter(newIdentity({ service: 'google' }), accountId);
    const both = await Promise.all(['github', 'google'].map((name) => codeOf(disconnectService(name, holder))));
    expect(both.sort()).toEqual(['CONFLICT', 'done']);
    const left = (await listServices(holder)).services.filter(({ connected }) => connected);
    expect(left).toMatchObject([{ onlyWayIn: true }]);
  });

  it('does not count a disabled service as a way to sign in', async () => {
    settings().github = SET_UP;
    const { accountId } = (await enter(newIdentity())) as { accountId: string };
    const holder = session({ ...ada, id: accountId });
    await enter(newIdentity({ service: 'google' }), accountId);
    expect((await listServices(holder)).services).toMatchObject([
      { service: 'github', available: true, onlyWayIn: true },
      { service: 'google', available: false, onlyWayIn: false },
    ]);
    expect(await codeOf(disconnectService('github', holder))).toBe('CONFLICT');
    expect(await codeOf(disconnectService('google', holder))).toBe('done');
  });

  it('lists the available services', async () => {
    settings().github = SET_UP;
    expect(await listServices(session(ada))).toEqual({
      services: [{ service: 'github', available: true, connected: null, onlyWayIn: false }],
    });
  });
});

describe('finishServiceSignIn', () => {
  it('shows the reason for a refusal on the current page', async () => {
    const person = newIdentity({ email: 'ada@example.com' });
    const at = (cookieHeader: string | null) =>
      finishServiceSignIn({ id: person.subject, identity: person }, { cookieHeader, address: '10.6.0.1' });
    expect(await at(null)).toEqual({
      refusedAt: 'http://localhost:3000/sign-in?error=EMAIL_TAKEN&service=github',
    });
    await enter(person, ada.id);
    const owner = await makeTestAccount('bob@example.com');
    expect(await at(await makeTestCookie(owner))).toEqual({
      refusedAt: 'http://localhost:3000/settings?error=IDENTITY_TAKEN&service=github',
    });
    expect(await at(await makeTestCookie(ada))).toMatchObject({ accountId: ada.id });
    await database().query('update account set session_version = session_version + 1 where id = $1', [owner.id]);
    forgetAccount(owner.id);
    // An ended session does not count: the identity opens its own account.
    expect(await at(await makeTestCookie(owner))).toMatchObject({ accountId: ada.id });
  });
});

describe('toIdentity', () => {
  it('accepts only valid IDs and emails', () => {
    expect(toIdentity('github', { subject: 7, verifiedEmail: ' Ada@Example.com', label: ' ada\0 ' })).toEqual({
      ...{ service: 'github', subject: '7', email: 'ada@example.com', label: 'ada' },
    });
    expect(toIdentity('google', { subject: 'x', verifiedEmail: 'no', label: 7 })).toMatchObject({
      email: null,
      label: 'x',
    });
    expect(toIdentity('google', { subject: 'x', verifiedEmail: null, label: 'a'.repeat(300) }).label).toHaveLength(100);
    for (const subject of ['', undefined, null, {}, 'a\0b', 'x'.repeat(256)]) {
      expect(() => toIdentity('google', { subject, verifiedEmail: null, label: '' })).toThrow(TypeError);
    }
  });
});
