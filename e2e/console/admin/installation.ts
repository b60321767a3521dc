import type { Browser, Page } from '@playwright/test';
import { test as base, OWNER, signIn, type Person } from '../../support/fixtures';
import type { FareboxServer } from '../../support/server';

const serviceFile = (baseUrl: string) => `
include: []
providers:
  scripted: { kind: openai-compatible, base_url: '${baseUrl}' }
models:
  - id: demo
    name: Demo
    upstreams: [{ provider: scripted, model: demo }]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096
`;

type Cookies = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

/** An installation with sign-up by invitation only, and one model; every page is signed in as the owner. */
export const test = base.extend<object, { owner: Cookies }>({
  environment: [
    ({ upstream, writeServiceFile }, use) =>
      use({ SERVICE_FILE: writeServiceFile(serviceFile(upstream.baseUrl)), SIGN_UP: 'invite' }),
    { scope: 'worker' },
  ],
  // Each page starts signed in.
  owner: [
    async ({ browser, farebox }, use) => {
      const context = await browser.newContext({ baseURL: farebox.url });
      await signIn(await context.newPage(), OWNER);
      await use(await context.storageState());
      await context.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: async ({ owner }, use) => use(owner),
});

/** A page of somebody who is not the owner. */
export async function pageOf(browser: Browser, farebox: FareboxServer, person?: Person): Promise<Page> {
  const nobody = { cookies: [], origins: [] };
  const page = await (await browser.newContext({ baseURL: farebox.url, storageState: nobody })).newPage();
  if (person) await signIn(page, person);
  return page;
}
