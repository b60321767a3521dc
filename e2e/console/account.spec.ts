import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { expect, signIn, test, type Person } from '../support/fixtures';
import { admin } from '../support/operator';
import { makePerson } from '../support/people';
import { expectAccessible } from '../support/expect-accessible';

/** Another browser of the same person. */
async function elsewhere(browser: Browser, baseURL: string, person: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await signIn(page, person);
  return page;
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
}

const password = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** The names under which the browser stores images and their settings. */
const storedImages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return [...databases, ...Object.keys(localStorage)].filter((name) => name.startsWith('farebox-image'));
  });

test('name and email are changed, and the new email signs in', async ({ page, farebox }) => {
  const person = await makePerson(farebox);
  await signIn(page, person);
  await openSettings(page);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('  Ada Lovelace ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lovelace');

  await page.getByRole('textbox', { name: 'Email' }).fill('owner@example.com');
  await password(page, 'Your password').fill(person.password);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Another account has this email')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  const renamed = { ...person, email: `new-${person.email}` };
  await page.getByRole('textbox', { name: 'Email' }).fill(renamed.email);
  await password(page, 'Your password').fill('not this one');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Wrong password')).toBeVisible();
  await expect(password(page, 'Your password')).toBeFocused();
  await expectAccessible(page);
  await password(page, 'Your password').fill(person.password);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(password(page, 'Your password')).toHaveCount(0);
  await page.context().clearCookies();
  await signIn(page, renamed);
});

test('a new password keeps this browser signed in and signs out the other one', async ({
  page,
  browser,
  farebox,
  baseURL,
}) => {
  const person = await makePerson(farebox);
  await signIn(page, person);
  const other = await elsewhere(browser, baseURL, person);
  await openSettings(page);
  await password(page, 'Current password').fill('not this one');
  await password(page, 'New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Must have at least 10 characters')).toBeVisible();
  await expect(password(page, 'New password')).toBeFocused();
  await password(page, 'New password').fill('a password of today');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Wrong password')).toBeVisible();
  await expect(password(page, 'Current password')).toBeFocused();
  await password(page, 'Current password').fill(person.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed. All other browsers are signed out.')).toBeVisible();
  await expect(password(page, 'New password')).toHaveValue('');

  await openSettings(page);
  await other.goto('/settings');
  await other.waitForURL('**/sign-in**');
  await signIn(other, { ...person, password: 'a password of today' });
});

test('signing out everywhere signs out this browser and the other one', async ({ page, browser, farebox, baseURL }) => {
  const person = await makePerson(farebox);
  await signIn(page, person);
  const other = await elsewhere(browser, baseURL, person);
  await openSettings(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/sign-in?ended=1');
  await expect(page.getByText('All browsers are signed out of your account.')).toBeVisible();
  for (const one of [page, other]) {
    await one.goto('/settings');
    await one.waitForURL('**/sign-in?next=%2Fsettings');
  }
});

test('an export contains the account’s data and no secret', async ({ page, farebox }) => {
  const person = await makePerson(farebox);
  const { apiKey } = await admin(farebox, 'key', 'create', '--email', person.email, '--description', 'laptop');
  await admin(farebox, 'credit', '--email', person.email, '--usd', '2.50', '--reference', person.email);
  await signIn(page, person);
  const asked = await page.request.post('/api/v1/chat/completions', {
    headers: { authorization: `Bearer ${String(apiKey)}` },
    data: { model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 },
  });
  expect(asked.status()).toBe(200);
  await openSettings(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^farebox-account-\d{4}-\d{2}-\d{2}\.json$/);
  await expect(page.getByText('The file was saved')).toBeVisible();
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).not.toContain(String(apiKey));
  expect(text).not.toMatch(/scrypt|hash/i);
  expect(JSON.parse(text)).toMatchObject({
    profile: { email: person.email },
    keys: [{ description: 'laptop' }],
    ledger: expect.arrayContaining([expect.objectContaining({ amount: '2.5' })]),
    usage: [{ modelId: 'smollm2-135m', requestId: asked.headers()['cf-ray'] }],
  });
});

test('a deleted account is signed out, its key refused, and its email free', async ({ page, farebox, request }) => {
  const person = await makePerson(farebox);
  const { apiKey } = await admin(farebox, 'key', 'create', '--email', person.email);
  await signIn(page, person);
  await page.goto('/images');
  // Shown once models are read, thus after hydration.
  await expect(page.getByRole('button', { name: /^Generate/ })).toContainText('$');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A secret plan');
  await expect.poll(() => storedImages(page)).toHaveLength(2);
  await openSettings(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Credit' })).toContainText('$1');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Keys' })).toContainText('1');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'to confirm' }).fill('somebody@example.com');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText(`Must be ${person.email}`)).toBeVisible();
  await expect(dialog.getByText('Enter your current password')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'to confirm' }).fill(person.email);
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Wrong password')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sign-in?deleted=1');
  await expect(page.getByText('Your account was deleted')).toBeVisible();
  expect(await storedImages(page)).toEqual([]);

  const headers = { authorization: `Bearer ${String(apiKey)}` };
  expect((await request.get(`${farebox.url}/api/v1/models`, { headers })).status()).toBe(401);
  await page.goto('/settings');
  await page.waitForURL('**/sign-in?next=%2Fsettings');
  expect((await page.request.post('/api/console/sign-up', { data: person })).status()).toBe(200);
  await signIn(page, person);
});

test('the only owner cannot be deleted, and sees why', async ({ page }) => {
  await signIn(page);
  await openSettings(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await dialog.getByRole('textbox', { name: 'to confirm' }).fill('owner@example.com');
  await dialog.getByLabel('Your password', { exact: true }).fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('This account is the only owner')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep account' }).click();
  await expect(dialog).toHaveCount(0);
  await openSettings(page);
});
