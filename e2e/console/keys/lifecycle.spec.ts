import AxeBuilder from '@axe-core/playwright';
import { expect, signIn, test } from '../../support/fixtures';
import { act, ask, choose, KEYS, makeKey, openKeys, rowOf, takeSecret } from './on-the-page';

test('a key is created, shown once, used, and stops working immediately when revoked', async ({
  page,
  farebox,
  request,
}) => {
  await signIn(page);
  await openKeys(page);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const name = `worker ${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: 'Create key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const saved = page.getByRole('dialog', { name: 'Save this key now' });
  await expect(saved.getByLabel('Secret key')).toHaveText(/^SVC_INFERENCE_KEY_[A-Za-z0-9]+$/);
  // A slip must not lose what is shown only once: not with Escape, a click outside, or by leaving the page.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(saved).toBeVisible();
  expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false);
  await saved.getByRole('tab', { name: 'TypeScript' }).click();
  await expect(saved.getByText("import OpenAI from 'openai'")).toBeVisible();
  const key = await takeSecret(page);
  expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(true);
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  expect(await ask(request, farebox, key)).toBe(200);

  await act(page, rowOf(page, name), 'Revoke');
  const confirm = page.getByRole('dialog', { name: 'Revoke key' });
  await confirm.getByRole('textbox').fill('wrong1');
  await confirm.getByRole('button', { name: 'Revoke key' }).click();
  await expect(confirm.getByText(`Must be ${key.slice(-6)}`)).toBeVisible();
  await confirm.getByRole('textbox').fill(key.slice(-6));
  await confirm.getByRole('button', { name: 'Revoke key' }).dblclick();
  // While the dialog is open the rows behind it cannot be found by role, so wait until it is gone.
  await expect(confirm).toHaveCount(0);
  await expect(rowOf(page, name)).toHaveCount(0);
  expect(await ask(request, farebox, key)).toBe(401);
});

test('a key is created with every option, and its details show them', async ({ page }) => {
  await signIn(page);
  await page.goto('/keys?create=1');
  const name = `limited ${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: 'Create key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: /^Admin/ }).check();
  const usd = dialog.getByRole('textbox', { name: 'USD limit' });
  await usd.fill('a lot');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Must be an amount, such as 5 or 0.25')).toBeVisible();
  await expect(usd).toBeFocused();
  await usd.fill('$2,50');
  // With Tab, the period follows the field.
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('combobox', { name: 'Resets' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Never' }).click();
  await choose(page, dialog, 'Expires', 'Custom date');
  await dialog.getByLabel('Last day').fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Must be today or later, UTC')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2999-01-31');
  await dialog.getByRole('button', { name: /^More/ }).click();
  await dialog.getByRole('textbox', { name: 'DIEM limit' }).fill('3');
  await choose(page, dialog, 'Allowed models', 'Private models only');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await takeSecret(page);
  expect(secret).toMatch(/^SVC_ADMIN_KEY_/);

  const row = rowOf(page, name);
  const limits = row.getByRole('meter').filter({ visible: true });
  await expect(limits.nth(0)).toHaveAttribute('aria-valuetext', '$0 of $2.50 in total');
  await expect(limits.nth(1)).toHaveAttribute('aria-valuetext', '0 DIEM of 3 DIEM in total');
  await row.getByRole('button', { name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name });
  for (const text of ['Admin', `…${secret.slice(-6)}`, '2999-01-31 23:59:59 UTC', 'Private models only', 'never']) {
    await expect(drawer.getByText(text).first()).toBeVisible();
  }
  await expect(page).toHaveURL(/key=/);
  const id = new URL(page.url()).searchParams.get('key');
  await expect(drawer.getByRole('link', { name: 'View usage' })).toHaveAttribute('href', `/usage?key=${id}`);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  // The URL opens it again, and Back closes it.
  await page.reload();
  await expect(drawer).toBeVisible();
  await page.goto('/keys?key=0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e');
  await expect(page.getByText('Key not found')).toBeVisible();
});

test('a key is edited, and a server error is reverted and shown at its field', async ({ page }) => {
  await signIn(page);
  const name = `before ${Date.now()}`;
  await makeKey(page, { description: name, consumptionLimit: { usd: 5 }, limitPeriod: 'LIFETIME' });
  await page.goto('/keys');
  await act(page, rowOf(page, name), 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit key' });
  await expect(dialog.getByText('The type of a key cannot be changed.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`after ${name}`);
  await dialog.getByRole('textbox', { name: 'USD limit' }).fill('7');
  const refuse = (status: number, json: unknown) =>
    page.route(`**${KEYS}`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status, json }) : route.continue(),
    );
  await refuse(500, { error: 'The request failed.', code: 'INFERENCE_FAILED' });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('No changes were saved.')).toBeVisible();
  await page.unroute(`**${KEYS}`);
  await refuse(400, {
    error: 'Invalid request parameters',
    code: 'INVALID_REQUEST',
    issues: [{ code: 'custom', path: ['consumptionLimit', 'usd'], message: 'Must be less today' }],
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Must be less today')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'USD limit' })).toBeFocused();
  await page.unroute(`**${KEYS}`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const row = rowOf(page, name);
  await expect(row.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(row.getByRole('meter').filter({ visible: true })).toHaveAttribute('aria-valuetext', /of \$5 in total$/);

  await act(page, row, 'Edit');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`after ${name}`);
  await dialog.getByRole('textbox', { name: 'USD limit' }).fill('7');
  await choose(page, dialog, 'Expires', 'In 7 days');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(row.getByRole('button', { name: `after ${name}`, exact: true })).toBeVisible();
  await expect(
    row
      .getByText(/expires in 7 days$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(row.getByRole('meter').filter({ visible: true })).toHaveAttribute('aria-valuetext', /of \$7 in total$/);
});

test('a failed revocation restores the row', async ({ page }) => {
  await signIn(page);
  const name = `stays ${Date.now()}`;
  const secret = await makeKey(page, { description: name });
  await page.goto('/keys');
  await act(page, rowOf(page, name), 'Revoke');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${KEYS}?id=*`, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { error: 'The request failed.', code: 'INFERENCE_FAILED' } });
  });
  const confirm = page.getByRole('dialog', { name: 'Revoke key' });
  await confirm.getByRole('textbox').fill(secret.slice(-6));
  await confirm.getByRole('button', { name: 'Revoke key' }).click();
  const behind = page.locator('tr', { hasText: name });
  await expect(behind).toHaveCount(0);
  release();
  await expect(confirm.getByText('The request failed.')).toBeVisible();
  await expect(behind).toHaveCount(1);
});

test('Back does not leave an unsaved key behind', async ({ page }) => {
  await signIn(page);
  await openKeys(page);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`held ${Date.now()}`);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const saved = page.getByRole('dialog', { name: 'Save this key now' });
  await expect(saved.getByLabel('Secret key')).toBeVisible();
  for (let times = 0; times < 2; times++) {
    await page.evaluate('history.back()');
    await expect(saved.getByRole('alert')).toHaveText(/haven’t copied/);
  }
  await expect(page).toHaveURL(/\/keys$/);
  await saved.getByRole('button', { name: 'Close anyway' }).click();
  await expect(saved).toHaveCount(0);
  // The history is as before.
  await page.goBack();
  await expect(page).toHaveURL(/\/chat$/);
});
