import { test as base, expect, type Page } from '@playwright/test';
import { startFarebox, type FareboxServer } from './server';

/** An account for a story. */
export type Person = { email: string; password: string };

let counter = 0;

/** A person whom no other story knows. */
export function newPerson(): Person {
  counter += 1;
  return { email: `person-${process.pid}-${counter}-${Date.now()}@example.com`, password: 'correct horse battery' };
}

/** Stories of one file share a server of their own; each page starts signed out, at that server. */
export const test = base.extend<{ page: Page }, { farebox: FareboxServer; environment: Record<string, string> }>({
  environment: [{}, { option: true, scope: 'worker' }],
  farebox: [
    async ({ environment }, use) => {
      const server = await startFarebox({ OWNER_EMAIL: 'owner@example.com', OWNER_PASSWORD: 'correct horse battery', ...environment });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ farebox }, use) => use(farebox.url),
});

export { expect };

/** Signs a new person up through the pages and lands in the chat. */
export async function signUp(page: Page, person: Person = newPerson()): Promise<Person> {
  await page.goto('/sign-up');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: /create/i }).click();
  await page.waitForURL('**/chat');
  return person;
}
