import { test as base, expect, type Page } from '@playwright/test';
import { startFarebox, type FareboxServer } from './server';

/** An account for a story. */
export type Person = { email: string; password: string };

/** The owner of every test server that `environment` gives none. */
export const OWNER: Person = { email: 'owner@example.com', password: 'correct horse battery' };

type WorkerFixtures = {
  /** Further settings of the server; an empty value takes one away. */
  environment: Record<string, string>;
  /** The server of this worker and these settings. */
  farebox: FareboxServer;
};

/** Stories with the same settings share a server per worker; each page starts signed out, at that server. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  farebox: [
    async ({ environment }, use) => {
      const server = await startFarebox({ OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, ...environment });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ farebox }, use) => use(farebox.url),
});

export { expect };

/** Signs in through the page and lands in the chat. */
export async function signIn(page: Page, person: Person = OWNER): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/chat');
}

/** Types a message into the chat and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

/** The balance that the server knows, in USD, of whoever is signed in on the page. */
export async function balanceOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/v1/billing/balance');
  return ((await answer.json()) as { balances: { usd: number } }).balances.usd;
}
