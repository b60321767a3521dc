import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from '../../support/fixtures';
import type { FareboxServer } from '../../support/server';

/** The path of the key endpoints. */
export const KEYS = '/api/v1/api_keys';

/** Sends a chat request with a key. @returns the status of the response */
export async function ask(request: APIRequestContext, { url }: FareboxServer, key: string): Promise<number> {
  const answer = await request.post(`${url}/api/v1/chat/completions`, {
    headers: { authorization: `Bearer ${key}` },
    data: { model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 },
  });
  return answer.status();
}

/** Creates a key through the API, as the page's visitor. @returns its secret */
export async function makeKey(page: Page, key: Record<string, unknown>): Promise<string> {
  const answer = await page.request.post(KEYS, { data: { apiKeyType: 'INFERENCE', ...key } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: { apiKey: string } }).data.apiKey;
}

/** Opens the keys page, ready to be clicked. */
export const openKeys = (page: Page): Promise<void> => loadKeys(page, () => page.goto('/keys'));

/** Loads the keys page, and waits until it has requested the list: earlier clicks are lost. */
export async function loadKeys(page: Page, load: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForResponse(`**${KEYS}`);
  await load();
  await asked;
}

/** The row of a key, by its name. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Chooses an action from a row's menu. If several keys have the same name, the row is found by its secret. */
export async function act(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Chooses one option of a select. */
export async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Reads the secret and closes the dialog, confirming that nothing was copied. */
export async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save this key now' });
  const secret = await dialog.getByLabel('Secret key').innerText();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.getByRole('button', { name: 'Close anyway' }).click();
  return secret;
}
