import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../../support/fixtures';
import { act, ask, choose, KEYS, makeKey, rowOf, takeSecret } from './on-the-page';

test('a rotated key has an equal successor, and the old one works as long as chosen', async ({
  page,
  farebox,
  request,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  const name = `rotated ${Date.now()}`;
  const first = await makeKey(page, { description: name, consumptionLimit: { usd: 5 }, limitPeriod: 'LIFETIME' });
  const rowEnding = (secret: string) => page.getByRole('row').filter({ hasText: secret.slice(-6) });
  const dialog = page.getByRole('dialog', { name: 'Rotate key' });
  await page.goto('/keys');
  await act(page, rowEnding(first), 'Rotate');
  // An accidental double click still creates only one successor.
  await dialog.getByRole('button', { name: 'Rotate key' }).dblclick();
  const second = await takeSecret(page);
  await expect(
    rowEnding(first)
      .getByText(/expires tomorrow$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(rowEnding(second).getByRole('button', { name, exact: true })).toBeVisible();
  await expect(rowEnding(second).getByRole('meter').filter({ visible: true })).toHaveAttribute(
    'aria-valuetext',
    /of \$5 in total$/,
  );
  await expect(rowOf(page, name)).toHaveCount(2);
  expect([await ask(request, farebox, first), await ask(request, farebox, second)]).toEqual([200, 200]);

  // The second step fails once: both keys work, and it can be retried.
  await page.route(`**${KEYS}?id=*`, (route) => route.fulfill({ status: 500, json: { error: 'The request failed.' } }));
  await act(page, rowEnding(first), 'Rotate');
  await choose(page, dialog, 'Old key expires', 'Immediately');
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  const third = await takeSecret(page);
  const both = page.getByRole('dialog', { name: 'The old key was not revoked' });
  await expect(both.getByText('Both keys work')).toBeVisible();
  expect([await ask(request, farebox, first), await ask(request, farebox, third)]).toEqual([200, 200]);
  await page.unroute(`**${KEYS}?id=*`);
  await both.getByRole('button', { name: 'Retry' }).click();
  await expect(both).toHaveCount(0);
  await expect(rowEnding(first)).toHaveCount(0);
  expect([await ask(request, farebox, first), await ask(request, farebox, third)]).toEqual([401, 200]);
});

test('revoking the new key before the rotation ends leaves the old key unchanged', async ({
  page,
  farebox,
  request,
}) => {
  await signIn(page);
  const name = `orphan ${Date.now()}`;
  const old = await makeKey(page, { description: name });
  await page.goto('/keys');
  await act(page, rowOf(page, name), 'Rotate');
  await page.getByRole('dialog', { name: 'Rotate key' }).getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByRole('dialog', { name: 'Save this key now' })).toBeVisible();
  const { data } = (await (await page.request.get(KEYS)).json()) as { data: { id: string; description: string }[] };
  const newest = data.find(({ description }) => description === name);
  expect((await page.request.delete(`${KEYS}?id=${newest?.id}`)).status()).toBe(200);
  await takeSecret(page);
  const gone = page.getByRole('dialog', { name: 'The new key no longer exists' });
  await expect(gone).toContainText(`The old key, ending in ${old.slice(-6)}, still works as before.`);
  await gone.getByRole('button', { name: 'Close' }).last().click();
  await expect(gone).toHaveCount(0);
  await expect(rowOf(page, name)).toHaveCount(1);
  await expect(page.getByRole('note')).toHaveCount(0);
  expect(await ask(request, farebox, old)).toBe(200);
});

/** Rotates a key and closes the tab before the new secret is confirmed as saved. @returns the new secret */
async function rotateAndLose(page: Page, old: string): Promise<string> {
  await page.goto('/keys');
  await act(page, page.getByRole('row').filter({ hasText: old.slice(-6) }), 'Rotate');
  await page.getByRole('dialog', { name: 'Rotate key' }).getByRole('button', { name: 'Rotate key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this key now' });
  const secret = await dialog.getByLabel('Secret key').innerText();
  await page.close();
  return secret;
}

test('a rotation whose tab was closed is shown, and can be finished', async ({ page, farebox, request, context }) => {
  test.setTimeout(120_000);
  await signIn(page);
  const name = `left ${Date.now()}`;
  const old = await makeKey(page, { description: name });
  const successor = await rotateAndLose(page, old);

  const again = await context.newPage();
  await again.goto('/keys');
  const note = again.getByRole('note').filter({ hasText: `The rotation of “${name}” is not finished` });
  await expect(note).toContainText(`the old one, ending in ${old.slice(-6)}`);
  await expect(note).toContainText(`the new one, ending in ${successor.slice(-6)}`);
  expect((await new AxeBuilder({ page: again }).analyze()).violations).toEqual([]);
  await note.getByRole('button', { name: 'Revoke the old key' }).click();
  const confirm = again.getByRole('dialog', { name: 'Revoke key' });
  await confirm.getByRole('textbox').fill(old.slice(-6));
  await confirm.getByRole('button', { name: 'Revoke key' }).click();
  await expect(confirm).toHaveCount(0);
  await expect(note).toHaveCount(0);
  await expect(rowOf(again, name)).toHaveCount(1);
  expect([await ask(request, farebox, old), await ask(request, farebox, successor)]).toEqual([401, 200]);

  // Keeping both keys ends the reminder.
  const third = await rotateAndLose(again, successor);
  const last = await context.newPage();
  await last.goto('/keys');
  await expect(last.getByRole('note').filter({ hasText: name })).toBeVisible();
  await last.getByRole('button', { name: 'Keep both' }).click();
  await expect(last.getByRole('note').filter({ hasText: name })).toHaveCount(0);
  await expect(last.getByRole('button', { name: 'Create key' })).toBeFocused();
  await last.reload();
  await expect(rowOf(last, name)).toHaveCount(2);
  await expect(last.getByRole('note').filter({ hasText: name })).toHaveCount(0);
  expect([await ask(request, farebox, successor), await ask(request, farebox, third)]).toEqual([200, 200]);
});
