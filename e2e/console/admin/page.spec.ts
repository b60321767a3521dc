import { expect } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { expectAccessible } from '../../support/expect-accessible';
import { pageOf, test } from './installation';

test('for an account that is not the owner, the page does not exist, and every route refuses', async ({
  browser,
  farebox,
}) => {
  const member = await pageOf(browser, farebox, await makePerson(farebox));
  const answer = await member.goto('/admin');
  expect(answer?.status()).toBe(404);
  await expect(member.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const { id } = (await (await member.request.get('/api/console/account')).json()) as { id: string };
  const routes: [string, string, object?][] = [
    ['GET', '/accounts'],
    ['POST', '/accounts', { email: 'stranger@example.com' }],
    ['GET', `/accounts/${id}`],
    ['PATCH', `/accounts/${id}`, { pro: true }],
    ['POST', `/accounts/${id}/credit`, { usd: '5', reference: 'mine' }],
    ['PUT', `/accounts/${id}/stake`, { diem: '5' }],
    ['POST', `/accounts/${id}/reset-link`],
    ['POST', '/invites'],
    ['GET', '/models'],
    ['GET', '/errors'],
    ['GET', '/providers'],
    ['POST', '/providers', { id: 'mine', preset: 'ollama' }],
    ['PATCH', '/providers/mine', { enabled: false }],
    ['DELETE', '/providers/mine'],
    ['GET', '/providers/mine/models'],
    ['POST', '/providers/mine/models', { models: [{ upstreamName: 'any' }] }],
    ['POST', '/provider-tests', { preset: 'ollama' }],
    ['PATCH', `/connected-models/${id}`, { name: 'Mine' }],
    ['DELETE', `/connected-models/${id}`],
    ['GET', '/changes'],
    ['GET', '/wallets'],
    ['GET', '/wallets/payments'],
    ['POST', `/wallets/payments/${id}/check`],
    ['POST', `/wallets/payments/${id}/refunds`, { usd: '5', reference: 'mine' }],
  ];
  for (const [method, path, data] of routes) {
    const refused = await member.request.fetch(`/api/console/admin${path}`, { method, data });
    expect([path, refused.status()]).toEqual([path, 403]);
  }
});

test('an invitation lets one person sign up, and an email creates the account directly', async ({
  page,
  browser,
  farebox,
}) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await email.fill('no address');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Must be an email address')).toBeVisible();
  await email.fill('');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = new URL(await dialog.getByLabel('Invitation link').innerText());
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(dialog.getByLabel('Invitation link')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const guest = await pageOf(browser, farebox);
  await guest.goto(link.pathname + link.search);
  const name = `guest-${Date.now()}@example.com`;
  await guest.getByLabel('Email').fill(name);
  await guest.getByLabel('Password', { exact: true }).fill('another long password');
  await guest.getByRole('button', { name: /^create/i }).click();
  await guest.waitForURL('**/chat');
  // It worked once. A link for a password that nobody requested shows the same.
  const late = await pageOf(browser, farebox);
  await late.goto(link.pathname + link.search);
  await late.getByLabel('Email').fill(`late-${Date.now()}@example.com`);
  await late.getByLabel('Password', { exact: true }).fill('another long password');
  await late.getByRole('button', { name: /^create/i }).click();
  await expect(late.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(late.getByText('The invitation is invalid, already used, or expired. Ask for a new one.')).toBeVisible();
  await late.goto('/reset-password?token=nobody-made-this-one');
  await late.getByLabel('New password').fill('another long password');
  await late.getByRole('button', { name: 'Set password' }).click();
  await expect(late.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(late);

  await page.getByRole('button', { name: 'Invite' }).click();
  const made = `made-${Date.now()}@example.com`;
  await dialog.getByRole('textbox', { name: 'Email' }).fill(made);
  await dialog.getByRole('button', { name: 'Create link' }).dblclick();
  const done = page.getByRole('dialog', { name: 'Account created' });
  await expect(done.getByLabel('Password link')).toContainText('/reset-password?token=');
  await done.getByRole('button', { name: 'Done' }).click();
  const rows = page.getByRole('table', { name: 'Accounts' });
  await expect(rows.getByRole('button', { name: made })).toBeVisible();
  await expect(rows.getByRole('button', { name })).toBeVisible();
});

test('server-side errors are listed with cause and request id, or the page says there are none', async ({ page }) => {
  await page.goto('/admin?view=errors');
  await expect(page.getByText('No server-side errors in the last 90 days')).toBeVisible();
  await expectAccessible(page);
  const error = {
    ...{ id: 'e', at: new Date().toISOString(), requestId: '0123456789abcdef-SVC', accountId: null, account: null },
    ...{ route: '/api/v1/chat/completions', modelId: 'demo', status: 500, code: 'INFERENCE_FAILED' },
    ...{ message: 'The inference failed.', cause: 'the disk is full', durationMs: 12 },
  };
  await page.route('**/api/console/admin/errors', (route) =>
    route.fulfill({ json: { data: [error], nextCursor: null } }),
  );
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'INFERENCE_FAILED' });
  await expect(row).toContainText('the disk is full');
  await expect(row.getByRole('button', { name: 'Copy request ID 0123456789abcdef-SVC' })).toBeVisible();
  await expectAccessible(page);
});

test('models are listed with their upstreams, and a stopped one is shown as paused', async ({ page, upstream }) => {
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Models' }).click();
  await expect(page).toHaveURL(/view=models/);
  const row = page.getByRole('row').filter({ hasText: 'scripted' });
  const ask = () =>
    page.request.post('/api/v1/chat/completions', {
      data: { model: 'demo', messages: [{ role: 'user', content: 'one' }], max_tokens: 10 },
    });
  await expect(row).toContainText(/No requests yet|Healthy/);
  expect((await ask()).status()).toBe(200);
  await expect(row).toContainText('Healthy', { timeout: 15_000 });
  await expectAccessible(page);
  await upstream.stop();
  for (let round = 0; round < 6; round += 1) expect((await ask()).status()).toBe(503);
  await expect(row).toContainText(/Paused until/, { timeout: 15_000 });
  await expect(row.getByText('MODEL_OFFLINE').filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
});
