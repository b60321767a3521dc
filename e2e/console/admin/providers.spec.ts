import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { startTestUpstream, type TestUpstream } from '../../../lib/connected/test-upstream';
import { expectAccessible } from '../../support/expect-accessible';
import { expect } from '../../support/fixtures';
import { admin } from '../../support/operator';
import { makePerson } from '../../support/people';
import type { FareboxServer } from '../../support/server';
import { pageOf, test as base } from './installation';

const SECRET = 'sk-test-b7c19e04d2f8a356';

/** A server to connect, with a key, two models of text, and one that is none. */
const test = base.extend<{ server: TestUpstream }>({
  server: async ({}, use) => {
    const server = await startTestUpstream();
    server.key = SECRET;
    server.models = [
      { id: 'org/big', context_length: 65_536, pricing: { prompt: '0.000001', completion: '0.000002' } },
      { id: 'org/small', context_length: 8_192 },
      { id: 'nomic-embed-text' },
    ];
    await use(server);
    await server.stop();
  },
});

const chat = (page: Page, model: string) =>
  page.request.post('/api/v1/chat/completions', { data: { model, messages: [{ role: 'user', content: 'Hi' }] } });
const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect a provider' });

/** Connects a server by the page, under a name. */
async function connect(page: Page, server: TestUpstream, name: string): Promise<void> {
  await page.goto('/admin?view=providers');
  await connectButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a provider' });
  await dialog.getByText('Any address').click();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(server.url);
  await dialog.getByLabel('API key').fill(SECRET);
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
}

/** Removes what a scenario has connected: the server is shared. */
async function remove(page: Page, name: string): Promise<void> {
  await page.request.delete(`/api/console/admin/providers/${name}`);
}

test('a provider is tested, connected, and answers at once; its models are priced, changed, and removed', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Providers' }).click();
  // What the service file has is shown, and cannot be changed here.
  const list = page.getByRole('list', { name: 'Providers' });
  await expect(list.getByText('scripted')).toBeVisible();
  await expect(list.getByText('Change it in the service file.')).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);

  await connectButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a provider' });
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('Enter the key')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByText('Any address').click();
  await dialog.getByLabel('Name').fill('lab');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(server.url);
  await dialog.getByLabel('API key').fill('sk-wrong-0123456789');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText('It does not work yet')).toBeVisible();
  await expect(dialog.getByText('It refuses the key (401).')).toBeVisible();
  await dialog.getByLabel('API key').fill(SECRET);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText('It works')).toBeVisible();
  await expect(dialog.getByText('It lists 3 models.')).toBeVisible();
  await expect(dialog.getByText('in a private network')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();

  // Its models are next.
  const drawer = page.getByRole('dialog', { name: 'lab' });
  await drawer.getByRole('checkbox', { name: /org\/big/ }).check();
  await expect(drawer.getByRole('textbox', { name: 'Input, per million' })).toHaveValue('1');
  await drawer.getByRole('textbox', { name: 'Output, per million' }).fill('2,50');
  await drawer.getByRole('textbox', { name: 'Find or name a model' }).fill('org/unlisted');
  await drawer.getByRole('checkbox', { name: /org\/unlisted/ }).check();
  // What is chosen stays in sight, whatever is searched for.
  await drawer.getByRole('textbox', { name: 'Find or name a model' }).fill('nomic');
  await expect(drawer.getByRole('checkbox')).toHaveCount(4);
  await expect(drawer.getByRole('checkbox', { name: /org\/big/ })).toBeChecked();
  await drawer.getByRole('button', { name: 'Add 2 models' }).click();
  await expect(drawer.getByText('Enter both prices')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('checkbox', { name: /org\/unlisted/ }).uncheck();
  await drawer.getByRole('button', { name: 'Add 1 model' }).click();
  await expect(drawer.getByRole('button', { name: /org\/big/ })).toContainText('$1 / $2.5');
  const answer = await chat(page, 'org/big');
  expect(answer.status()).toBe(200);
  expect(JSON.stringify(await answer.json())).toContain('First. OK.');

  // Its settings.
  await drawer.getByRole('button', { name: /org\/big/ }).click();
  const model = page.getByRole('dialog', { name: 'org/big' });
  await model.getByLabel('ID', { exact: true }).fill('big');
  await model.getByLabel('Aliases').fill('huge, large');
  await model.getByLabel('Input', { exact: true }).fill('a lot');
  await model.getByRole('button', { name: 'Save' }).click();
  await expect(model.getByText('Must be an amount of USD')).toBeVisible();
  await model.getByLabel('Input', { exact: true }).fill('3');
  await model.getByRole('switch', { name: 'Default model' }).click();
  await expectAccessible(page);
  await model.getByRole('button', { name: 'Save' }).click();
  await expect(model).toBeHidden();
  // Back at its provider.
  await expect(drawer.getByRole('button', { name: /big/ })).toContainText('$3 / $2.5');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  const row = page.getByRole('table', { name: 'Models of connected providers' }).getByRole('row', { name: /big/ });
  await expect(row).toContainText('Default');
  for (const name of ['big', 'huge', 'default']) expect((await chat(page, name)).status(), name).toBe(200);
  expect((await chat(page, 'org/big')).status()).toBe(404);

  // Disabled and enabled.
  await list.getByRole('button', { name: /lab/ }).click();
  await drawer.getByRole('switch', { name: 'Enabled' }).click();
  await expect(drawer.getByText('None of its providers can be used now.')).toBeVisible();
  expect((await chat(page, 'big')).status()).toBe(404);
  await drawer.getByRole('switch', { name: 'Enabled' }).click();
  await expect(drawer.getByText('None of its providers can be used now.')).toBeHidden();
  expect((await chat(page, 'big')).status()).toBe(200);
  // Its key is not shown, kept if nothing is typed, and never sent to another server.
  await expect(drawer.getByLabel('API key')).toHaveValue('');
  await drawer.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:1/v1');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Enter the key again: it is never sent to another server')).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Address' }).fill(server.url);
  await drawer.getByRole('button', { name: 'Test' }).click();
  await expect(drawer.getByText('It works')).toBeVisible();
  await expectAccessible(page);
  // What was typed survives a change of something else, and a key is gone from the page once it is saved.
  await drawer.getByLabel('API key').fill(SECRET);
  await drawer.getByRole('switch', { name: 'Enabled' }).click();
  await drawer.getByRole('switch', { name: 'Enabled' }).click();
  await expect(drawer.getByLabel('API key')).toHaveValue(SECRET);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Saved', { exact: true })).toBeVisible();
  await expect(drawer.getByLabel('API key')).toHaveValue('');
  expect((await chat(page, 'big')).status()).toBe(200);

  await drawer.getByRole('button', { name: 'Remove provider' }).click();
  await drawer.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(list.getByText('lab')).toBeHidden();
  expect((await chat(page, 'big')).status()).toBe(404);
  await expect(page.getByText('Provider removed, with one model')).toBeVisible();
  await expect(page.getByText('Model changed: ID, price, aliases, default')).toBeVisible();
  await expectAccessible(page);
});

test('a model falls back to the next provider in its order', async ({ page, server }) => {
  const spare = await startTestUpstream();
  spare.answer = 'From the spare.';
  await connect(page, server, 'first');
  await page.request.post('/api/console/admin/providers', {
    data: { id: 'second', preset: 'other', baseUrl: spare.url },
  });
  await page.reload();
  const drawer = page.getByRole('dialog', { name: 'first' });
  await drawer.getByRole('checkbox', { name: /org\/small/ }).check();
  await drawer.getByRole('button', { name: 'Add 1 model' }).click();
  await drawer.getByRole('button', { name: /org\/small/ }).click();
  const model = page.getByRole('dialog', { name: 'org/small' });
  await model.getByRole('button', { name: 'Add a fallback' }).click();
  await model.getByLabel('Its name of the model').fill('small');
  await model.getByRole('button', { name: 'Add fallback' }).click();
  await expect(model.getByRole('listitem')).toHaveText([/first/, /second/]);
  await model.getByRole('button', { name: 'Save' }).click();
  await expect(model).toBeHidden();
  expect(JSON.stringify(await (await chat(page, 'org/small')).json())).toContain('First. OK.');
  server.fails = true;
  expect(JSON.stringify(await (await chat(page, 'org/small')).json())).toContain('From the spare.');
  await page.goto('/admin?view=providers');
  await page.getByRole('table', { name: 'Models of connected providers' }).getByRole('button').first().click();
  await model.getByRole('button', { name: 'Move second up' }).click();
  await model.getByRole('button', { name: 'Save' }).click();
  await expect(model).toBeHidden();
  server.fails = false;
  expect(JSON.stringify(await (await chat(page, 'org/small')).json())).toContain('From the spare.');
  for (const name of ['first', 'second']) await remove(page, name);
  await spare.stop();
});

test('a model that this version cannot read is shown, and removed', async ({ page }) => {
  let unreadable = [{ key: '00000000-0000-4000-8000-000000000001', id: 'of-tomorrow', problem: 'Update Farebox.' }];
  await page.route('**/api/console/admin/providers', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), unreadable } });
  });
  await page.route('**/api/console/admin/connected-models/*', (route) => {
    unreadable = [];
    return route.fulfill({ json: { id: 'of-tomorrow' } });
  });
  await page.goto('/admin?view=providers');
  await page.getByRole('button', { name: /of-tomorrow/ }).click();
  const drawer = page.getByRole('dialog', { name: 'of-tomorrow' });
  await expect(drawer.getByText('Update Farebox.')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Remove model' }).click();
  await drawer.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: /of-tomorrow/ })).toHaveCount(0);
});

test('the key of a provider is in no page, answer, log, file, backup, or export', async ({ page, server, farebox }) => {
  test.setTimeout(120_000);
  const seen: [string, string][] = [];
  page.on('response', async (response) => {
    const text = await response.text().catch(() => '');
    seen.push([response.url(), text]);
  });
  await connect(page, server, 'lab');
  await page
    .getByRole('dialog', { name: 'lab' })
    .getByRole('checkbox', { name: /org\/big/ })
    .check();
  await page.getByRole('button', { name: 'Add 1 model' }).click();
  await expect(page.getByRole('dialog', { name: 'lab' }).getByRole('button', { name: /org\/big/ })).toBeVisible();
  // Used, refused with words that quote it, and searched for everywhere.
  expect((await chat(page, 'org/big')).status()).toBe(200);
  server.key = 'another';
  expect((await chat(page, 'org/big')).status()).toBe(503);
  for (const path of [
    '/admin?view=providers&provider=lab',
    '/admin?view=errors',
    '/admin?view=models',
    '/models',
    '/chat',
  ]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    seen.push([`the page ${path}`, await page.content()]);
  }
  const storage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  seen.push(['the storage of the browser', storage]);
  for (const path of [
    '/api/console/admin/providers',
    '/api/console/admin/providers/lab/models',
    '/api/console/admin/changes',
    '/api/console/admin/errors',
    '/api/console/account/export',
    '/api/v1/models?type=all',
    '/api/metrics',
  ]) {
    seen.push([path, await (await page.request.get(path)).text()]);
  }
  seen.push(['the admin command', JSON.stringify(await admin(farebox, 'provider', 'list'))]);
  seen.push(['the log', farebox.output()]);
  seen.push(...(await backupOf(farebox)));
  const folders = [farebox.dataDir, '.next', 'dist', 'public'];
  for (const folder of folders) seen.push(...filesIn(folder));
  expect(seen.length).toBeGreaterThan(50);
  expect(seen.filter(([, text]) => text.includes(SECRET)).map(([where]) => where)).toEqual([]);
  // The installation's own key is beside the database, and nowhere else.
  const key = readFileSync(join(farebox.dataDir, 'secrets.key'), 'utf8').trim();
  const withKey = seen.filter(([, text]) => text.includes(key)).map(([where]) => where);
  expect(withKey).toEqual([join(farebox.dataDir, 'secrets.key')]);
  await remove(page, 'lab');
});

async function backupOf(farebox: FareboxServer): Promise<[string, string][]> {
  const file = join(farebox.dataDir, 'test.backup');
  await admin(farebox, 'backup', file);
  const text = gunzipSync(readFileSync(file)).toString();
  rmSync(file);
  return [['the backup', text]];
}

/** Every file of a folder, and of the folders in it. */
function filesIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('cache'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file).toString('latin1')]);
}

test('the admin command does the same, and the page shows it', async ({ page, server, farebox }) => {
  process.env.TEST_PROVIDER_KEY = SECRET;
  await admin(
    farebox,
    'provider',
    'add',
    'cli',
    ...['--preset', 'other', '--url', server.url],
    '--key-env',
    'TEST_PROVIDER_KEY',
  );
  expect(await admin(farebox, 'provider', 'test', 'cli')).toMatchObject({ ok: true, listed: 3 });
  expect(
    await admin(farebox, 'provider', 'serve', 'cli', 'org/big', ...['--id', 'from-cli', '--price', '1/2']),
  ).toEqual({
    added: ['from-cli'],
  });
  expect((await chat(page, 'from-cli')).status()).toBe(200);
  await page.goto('/admin?view=providers');
  await expect(page.getByRole('list', { name: 'Providers' }).getByRole('button', { name: /cli/ })).toBeVisible();
  await expect(page.getByText('Admin command').first()).toBeVisible();
  await admin(farebox, 'provider', 'disable', 'cli');
  expect((await chat(page, 'from-cli')).status()).toBe(404);
  await admin(farebox, 'provider', 'enable', 'cli');
  await admin(farebox, 'provider', 'edit', 'cli', '--markup', '2');
  await admin(farebox, 'provider', 'edit-model', 'from-cli', '--price', '3/4');
  const { models, providers } = await admin(farebox, 'provider', 'list');
  expect(models).toMatchObject([{ id: 'from-cli', price: { input: '3', output: '4' } }]);
  expect(providers).toMatchObject([
    { id: 'cli', markup: '2', enabled: true },
    { id: 'scripted', source: 'service_file' },
  ]);
  expect(await admin(farebox, 'provider', 'remove', 'cli')).toEqual({ id: 'cli', removedModels: ['from-cli'] });
});

test('an owner makes another one, and a member again', async ({ page, browser, farebox }) => {
  const ada = await makePerson(farebox);
  const member = await pageOf(browser, farebox, ada);
  await page.goto('/admin');
  await page.getByRole('table', { name: 'Accounts' }).getByRole('button', { name: ada.email }).click();
  const drawer = page.getByRole('dialog', { name: ada.email });
  await drawer.getByRole('button', { name: 'Make an owner' }).click();
  await drawer
    .getByRole('group', { name: 'Make this account an owner?' })
    .getByRole('button', { name: 'Make an owner' })
    .click();
  await expect(drawer.getByText('Administers this installation.')).toBeVisible();
  await expectAccessible(page);
  await member.goto('/admin?view=providers');
  await expect(member.getByText('Made an owner')).toBeVisible();
  await drawer.getByRole('button', { name: 'Make a member' }).click();
  await drawer.getByRole('group').getByRole('button', { name: 'Make a member' }).click();
  await expect(drawer.getByText('Uses this installation.')).toBeVisible();
  expect((await member.goto('/admin'))?.status()).toBe(404);
  // The only owner stays.
  await page.goto('/admin');
  const owner = page.getByRole('table', { name: 'Accounts' }).getByRole('button', { name: 'owner@example.com' });
  await owner.click();
  const own = page.getByRole('dialog', { name: 'owner@example.com' });
  await own.getByRole('button', { name: 'Make a member' }).click();
  await own.getByRole('group').getByRole('button', { name: 'Make a member' }).click();
  await expect(own.getByText(/only owner/)).toBeVisible();
});
