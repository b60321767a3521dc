import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Cookie, type Page } from '@playwright/test';
import { type LocalSite, startSite } from './local-site';
import { type ScriptedModel, startScriptedModel } from './scripted-model';
import { startFarebox, type FareboxServer } from './server';

/** An account for a scenario. */
export type Person = { email: string; password: string };

/** The owner of every test server, unless `environment` sets another. */
export const OWNER: Person = { email: 'owner@example.com', password: 'correct horse battery' };

type WorkerFixtures = {
  /** A model that supports everything; started by the first scenario that needs it, like the site. */
  upstream: ScriptedModel;
  site: LocalSite;
  /** Writes a service file, which exists until the worker ends. @returns its path */
  writeServiceFile: (text: string) => string;
  /** Additional settings of the server; an empty value removes one. */
  environment: Record<string, string>;
  /** The server of this worker with these settings. */
  farebox: FareboxServer;
};

/** Scenarios with the same settings share a server per worker; each page starts signed out, on that server. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  upstream: [
    async ({}, use) => {
      const upstream = await startScriptedModel();
      await use(upstream);
      await upstream.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  writeServiceFile: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'farebox-service-'));
      const file = join(folder, 'service.yaml');
      await use((text) => {
        writeFileSync(file, text);
        return file;
      });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
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

/** The owner's cookies for this worker's server: only ten sign-ins a minute are allowed. */
let ownersCookies: Cookie[] | null = null;

/** Signs in and opens the chat. Uses the sign-in page; for the owner only once per worker. */
export async function signIn(page: Page, person: Person = OWNER): Promise<void> {
  if (person === OWNER && (await goOnAsOwner(page))) return;
  await page.goto('/sign-in');
  await fillSignIn(page, person);
  await page.waitForURL('**/chat');
  if (person === OWNER) ownersCookies = await page.context().cookies(page.url());
}

/** Fills in the sign-in page until it navigates away. */
export async function fillSignIn(page: Page, person: Person = OWNER): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitAfterTooMany(page);
}

/** @returns whether the owner's session is still valid */
async function goOnAsOwner(page: Page): Promise<boolean> {
  if (!ownersCookies) return false;
  await page.context().addCookies(ownersCookies);
  await page.goto('/chat');
  return new URL(page.url()).pathname === '/chat';
}

/** A fast machine may exceed the sign-ins of a minute: the scenario then waits as a person would, and tries again. */
async function waitAfterTooMany(page: Page): Promise<void> {
  const refusal = page.getByText('Too many attempts.');
  await Promise.race([page.waitForURL(({ pathname }) => pathname !== '/sign-in'), refusal.waitFor()]);
  const [, seconds] = /in (\d+) second/.exec((await refusal.allInnerTexts()).join()) ?? [];
  if (seconds === undefined) return;
  base.setTimeout(base.info().timeout + Number(seconds) * 1000);
  await page.waitForTimeout((Number(seconds) + 1) * 1000);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Types a message into the chat and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(text);
  // A closing drawer may take the focus away.
  await message.press('Enter');
}

/** The server's balance of the page's visitor, in USD. */
export async function balanceOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/v1/billing/balance');
  return ((await answer.json()) as { balances: { usd: number } }).balances.usd;
}
