import type { Page } from '@playwright/test';
import { expect, signIn } from '../support/fixtures';
import { continueWith, somebody, test } from '../support/oauth';
import { admin } from '../support/operator';

const accountOf = async (page: Page) =>
  (await (await page.request.get('/api/console/account')).json()) as { id: string; email: string; role: string };
const servicesOf = async (page: Page) =>
  ((await (await page.request.get('/api/console/account/identities')).json()) as { services: { service: string }[] })
    .services;

/** Connects a service as the settings page does. */
async function connect(page: Page, service: 'github' | 'google') {
  const address = await page.evaluate(async (name) => {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
    const body = JSON.stringify({ csrfToken, callbackUrl: '/keys', json: 'true' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/auth/signin/${name}`, { method: 'POST', headers, body });
    return ((await answer.json()) as { url: string }).url;
  }, service);
  await page.goto(address);
}

/** A new account with a password, created by the operator. */
async function personWithPassword(farebox: Parameters<typeof admin>[0], page: Page) {
  const person = { email: `p${Date.now()}@example.com`, password: 'a password of a person' };
  const made = await admin(farebox, 'account', 'create', '--email', person.email);
  await page.goto((made.resetLink as { url: string }).url);
  await page.getByLabel('New password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('**/sign-in?changed=1');
  return person;
}

for (const name of ['GitHub', 'Google'] as const) {
  test(`the first sign-in with ${name} creates an account, and the second one finds it`, async ({ page, oauth }) => {
    const person = somebody('first');
    oauth.person = person;
    await continueWith(page, name);
    await page.waitForURL('**/chat');
    const made = await accountOf(page);
    expect(made).toMatchObject({ email: person.email, role: 'member' });

    await page.context().clearCookies();
    oauth.person = { ...person, email: 'moved@example.com' };
    await continueWith(page, name);
    await page.waitForURL('**/chat');
    expect((await accountOf(page)).id).toBe(made.id);
    expect(await servicesOf(page)).toMatchObject([
      { service: 'github', onlyWayIn: name === 'GitHub' },
      { service: 'google', onlyWayIn: name === 'Google' },
    ]);
    const removed = await page.request.delete(`/api/console/account/identities/${name.toLowerCase()}`);
    expect(removed.status()).toBe(409);
  });

  test(`${name} does not sign in to an existing account with the same email`, async ({ page, oauth }) => {
    oauth.person = { ...somebody('thief'), email: 'owner@example.com' };
    await continueWith(page, name);
    await expect(page.getByRole('alert').filter({ hasText: 'An account' })).toContainText(
      `An account with this email exists. Sign in with your password and connect ${name} in the settings.`,
    );
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect((await page.request.get('/api/console/account')).status()).toBe(401);
  });
}

test('an email that the service has not verified creates no account', async ({ page, oauth }) => {
  for (const name of ['GitHub', 'Google'] as const) {
    oauth.person = { ...somebody('unverified'), verified: false };
    await continueWith(page, name);
    await expect(page.getByText(`Your ${name} account has no verified email.`)).toBeVisible();
  }
});

test('declining at the service leads back to an explanation', async ({ page, oauth }) => {
  oauth.person = null;
  await continueWith(page, 'GitHub');
  await expect(page.getByText('The sign-in with the other service was not completed. Try again.')).toBeVisible();
});

test('declining a connection is reported in the settings', async ({ page, oauth, farebox }) => {
  await signIn(page, await personWithPassword(farebox, page));
  oauth.person = null;
  await connect(page, 'github');
  await page.waitForURL(/\/settings\?error=/);
  await expect(page.getByText('The sign-in with the other service was not completed. Try again.')).toBeVisible();
  expect((await page.request.get('/api/console/account')).status()).toBe(200);
});

test('a service is connected, signs in, and is disconnected', async ({ page, oauth, farebox }) => {
  const person = await personWithPassword(farebox, page);
  await signIn(page, person);
  const { id } = await accountOf(page);
  const remote = somebody('ada');
  oauth.person = remote;
  await connect(page, 'github');
  await page.waitForURL('**/keys');
  expect(await accountOf(page)).toMatchObject({ id, email: person.email });
  expect(await servicesOf(page)).toMatchObject([
    { service: 'github', connected: { label: remote.login }, onlyWayIn: false },
    { service: 'google', connected: null },
  ]);

  // Another identity of the same service: refused, with the reason in the URL of the settings.
  oauth.person = somebody('second');
  await connect(page, 'github');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/settings?error=ALREADY_CONNECTED&service=github',
  );

  await page.context().clearCookies();
  oauth.person = remote;
  await continueWith(page, 'GitHub');
  await page.waitForURL('**/chat');
  expect((await accountOf(page)).id).toBe(id);

  expect((await page.request.delete('/api/console/account/identities/github')).status()).toBe(200);
  expect(await servicesOf(page)).toMatchObject([{ service: 'github', connected: null }, { service: 'google' }]);
});

test('an identity of another account cannot be connected', async ({ page, oauth, farebox }) => {
  const remote = somebody('grace');
  oauth.person = remote;
  await continueWith(page, 'Google');
  await page.waitForURL('**/chat');
  await page.context().clearCookies();
  await signIn(page, await personWithPassword(farebox, page));
  await connect(page, 'google');
  expect(page.url()).toContain('/settings?error=IDENTITY_TAKEN&service=google');
  expect(await servicesOf(page)).toMatchObject([{ connected: null }, { connected: null }]);
});

test('a forged callback starts no session', async ({ page, oauth }) => {
  oauth.person = somebody('victim');
  await page.goto('/sign-in');
  // An attacker's own code, used in a browser that did not request it, or requested it with another state.
  await page.goto('/api/auth/callback/github?code=stolen&state=forged');
  await expect(page.getByText('was not completed')).toBeVisible();
  const asked = page.waitForEvent('requestfailed', (request) => request.url().startsWith(`${oauth.url}/login/oauth`));
  await page.route(`${oauth.url}/**`, (route) => route.abort());
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await asked;
  await page.unroute(`${oauth.url}/**`);
  const before = oauth.requests.length;
  await page.goto('/api/auth/callback/github?code=stolen&state=forged');
  await expect(page.getByText('was not completed')).toBeVisible();
  expect(oauth.requests.slice(before)).toEqual([]);
  expect((await page.request.get('/api/console/account')).status()).toBe(401);
});

for (const lie of ['nonce', 'signature'] as const) {
  test(`an id_token with a wrong ${lie} starts no session`, async ({ page, oauth }) => {
    oauth.person = somebody('liar');
    oauth.lie = lie;
    await continueWith(page, 'Google');
    await expect(page.getByText('was not completed')).toBeVisible();
    oauth.lie = null;
    expect((await page.request.get('/api/console/account')).status()).toBe(401);
  });
}

test('a browser at another host name is redirected to the public origin first', async ({ page, farebox, baseURL }) => {
  await page.goto(`${farebox.url}/sign-in`);
  await page.getByRole('button', { name: 'Continue with GitHub' }).click();
  await page.waitForURL(`${baseURL}/sign-in`);
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible();
});
