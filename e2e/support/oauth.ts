import type { Page } from '@playwright/test';
import { test as base } from './fixtures';
import { CLIENT, startOAuthServer, type OAuthServer } from './oauth-server';

/** A server where visitors can sign in with the test's GitHub and OpenID provider. */
export const test = base.extend<object, { oauth: OAuthServer }>({
  oauth: [
    async ({}, use) => {
      const server = await startOAuthServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ oauth }, use) =>
      use({
        ...{ GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret, GITHUB_BASE_URL: oauth.url },
        ...{ GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: oauth.url },
      }),
    { scope: 'worker' },
  ],
  // The service redirects back to the public origin, which has its own cookies.
  baseURL: ({ farebox }, use) => use(farebox.url.replace('127.0.0.1', 'localhost')),
});

let people = 0;
/** A new person for each scenario, and for each repetition of it. */
export function somebody(login: string) {
  people += 1;
  const id = String(Date.now() + people);
  return { id, login: `${login}-${id}`, email: `${login}-${id}@example.com`, verified: true };
}

/** Starts a sign-in with a service. */
export async function continueWith(page: Page, name: 'GitHub' | 'Google') {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: `Continue with ${name}` }).click();
}
