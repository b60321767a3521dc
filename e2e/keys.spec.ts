import { expect, signIn, test } from './support/fixtures';

test('a key is made, shown once, used, and ends at once when it is revoked', async ({ page, farebox, request }) => {
  await signIn(page);
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const name = `worker ${Date.now()}`;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = page.getByText(/^SVC_(INFERENCE|ADMIN)_KEY_[A-Za-z0-9]+$/);
  await expect(secret).toBeVisible();
  const key = await secret.innerText();
  // Until it was copied the panel asks once more before it closes for ever.
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Close all the same' }).click();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);

  const ask = () =>
    request.post(`${farebox.url}/api/v1/chat/completions`, {
      headers: { authorization: `Bearer ${key}` },
      data: { model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 },
    });
  expect((await ask()).status()).toBe(200);

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /revoke/i }).click();
  const confirm = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await confirm.getByRole('textbox').fill(key.slice(-6));
  await confirm.getByRole('button', { name: /revoke/i }).click();
  // While the dialog stands the table behind it has no rows to be found by their role: that it is gone tells the end.
  await expect(confirm).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
});

test('a key is made with a limit, which the table shows', async ({ page }) => {
  await signIn(page);
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const name = `limited ${Date.now()}`;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  const usd = dialog.getByRole('textbox', { name: 'USD limit' });
  await usd.fill('a lot');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Must be an amount, such as 5 or 0.25')).toBeVisible();
  await expect(usd).toBeFocused();
  await usd.fill('$2,50');
  await dialog.getByRole('textbox', { name: 'DIEM limit' }).fill('3');
  // The period follows the fields by keyboard.
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('combobox', { name: 'Resets' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Never' }).click();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Close all the same' }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  const meter = (limit: string) => row.getByRole('meter', { name: limit });
  await expect(meter('USD limit')).toHaveAttribute('aria-valuetext', '$0 of $2.50 in total');
  await expect(meter('DIEM limit')).toHaveAttribute('aria-valuetext', '0 DIEM of 3 DIEM in total');
});

test('a key of another account is not to be seen or ended', async ({ farebox, request }) => {
  const { admin, createKey } = await import('./support/operator');
  const other = `other-${Date.now()}@example.com`;
  await admin(farebox, 'account', 'create', '--email', other);
  const otherKey = await admin(farebox, 'key', 'create', '--email', other, '--type', 'ADMIN');
  const ownersKey = await createKey(farebox, 'ADMIN');
  const headers = { authorization: `Bearer ${String(otherKey.apiKey)}` };
  const list = (await (
    await request.get(`${farebox.url}/api/v1/api_keys`, { headers: { authorization: `Bearer ${ownersKey}` } })
  ).json()) as {
    data: { id: string; last6Chars: string }[];
  };
  const owners = list.data.find((entry) => entry.last6Chars === ownersKey.slice(-6));
  expect(owners).toBeDefined();
  expect((await request.delete(`${farebox.url}/api/v1/api_keys?id=${owners?.id}`, { headers })).status()).toBe(400);
  expect((await request.get(`${farebox.url}/api/v1/api_keys/${owners?.id}`, { headers })).status()).toBe(400);
  const still = await request.get(`${farebox.url}/api/v1/api_keys`, {
    headers: { authorization: `Bearer ${ownersKey}` },
  });
  expect(still.status()).toBe(200);
});
