import type { Page } from '@playwright/test';
import { fillSignIn, expect, signIn, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

/** On phones the navigation is collapsed. */
async function openNavigation(page: Page) {
  const navigation = page.getByRole('navigation', { name: 'API reference' });
  const fold = navigation.getByRole('button', { expanded: false });
  if (await fold.isVisible()) await fold.click();
  return navigation;
}

test('a visitor finds an endpoint by one of its fields and copies a sample', async ({ page, context, farebox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('link', { name: 'Docs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quickstart' })).toBeVisible();

  const navigation = await openNavigation(page);
  await navigation.getByRole('searchbox').fill('top_p');
  await expect(navigation.getByRole('listitem').filter({ hasText: 'POST' })).toHaveCount(1);
  await navigation.getByRole('link', { name: /Chat completions/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat completions' })).toBeVisible();
  await expect(page.locator('#body-top_p')).toContainText('0 to 1');

  const samples = page.getByRole('region', { name: 'Request', exact: true });
  await samples.getByRole('tab', { name: 'Python' }).click();
  await samples.getByRole('button', { name: 'Copy sample' }).click();
  // The origin is the one that the visitor uses.
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`${farebox.url}/api/v1/chat`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('form', { name: 'Try it' }).or(page.getByText('You are signed out.')).first().waitFor();
  await page.getByLabel('Samples').getByRole('link', { name: 'Sign in' }).click();
  await fillSignIn(page);
  await page.waitForURL('**/docs/createChatCompletion');
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toBeVisible();
});

test('a page leads to its sections and to the next page, and marks what is being read', async ({ page }) => {
  await page.goto('/docs');
  const sections = page.getByRole('navigation', { name: 'On this page' });
  const current = sections.locator('[aria-current=location]');
  await expect(current).toHaveText('1. Base URL');
  await sections.getByRole('link', { name: '4. Streaming' }).click();
  await expect(page).toHaveURL(/#streaming$/);
  await expect(page.getByRole('heading', { name: '4. Streaming' })).toBeInViewport();
  await expect(current).toHaveText('4. Streaming');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(current).toHaveText('1. Base URL');

  const steps = page.getByRole('navigation', { name: 'Previous and next page' });
  await expect(steps.getByRole('link')).toHaveCount(1);
  await steps.getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quickstart' })).toHaveCount(0);
  await steps.getByRole('link', { name: /^Previous/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Quickstart' })).toBeVisible();

  // A section that is collapsed opens.
  await page.goto('/docs/createChatCompletion');
  await sections.getByRole('link', { name: 'Stream event' }).click();
  await expect(page.locator('details#event')).toHaveAttribute('open', '');
  await page.locator('#body-top_p').getByRole('link', { name: 'Link to top_p' }).click();
  await expect(page).toHaveURL(/#body-top_p$/);
  await expectAccessible(page);
});

test('code comes in colors from the server, with the origin that the visitor uses', async ({ page, farebox }) => {
  const html = await (await page.request.get('/docs')).text();
  expect(html).toMatch(/<span class="text-go">[^<]+<\/span>/);
  await page.goto('/docs');
  const sample = page.getByRole('region', { name: 'First request, curl' });
  await expect(sample).toContainText(`${farebox.url}/api/v1/chat/completions`);
  await expect(sample.locator('.text-go').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await expect(
    page.getByRole('region', { name: 'First request, Python' }).locator('.text-signal-ink').first(),
  ).toHaveText(/import|from/);
});

test('the text of the reference is found beside its pages, and in the palette', async ({ page }) => {
  await page.goto('/docs');
  const navigation = await openNavigation(page);
  await navigation.getByRole('searchbox').fill('nucleus sampling');
  const hits = navigation.getByRole('region', { name: 'In the text' });
  await hits.getByRole('link', { name: /top_p/ }).first().click();
  await expect(page).toHaveURL(/#.*top_p$/);
  await expectAccessible(page);

  // The field has the shortcut of the palette, which these pages do not have.
  await page.locator('main').focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox', { name: 'Search the reference' })).toBeFocused();

  await signIn(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('INSUFFICIENT_BALANCE');
  await page
    .getByRole('option', { name: /INSUFFICIENT_BALANCE/ })
    .first()
    .click();
  await page.waitForURL('**/docs/**');
  await expect(page.getByText('INSUFFICIENT_BALANCE').first()).toBeVisible();
});

test('whatever the search finds is on the page that it leads to, once', async ({ page }) => {
  for (const typed of ['top_p', 'role', 'image', 'request id', 'UNAUTHORIZED', 'streaming', 'limit']) {
    const found = await page.request.get(`/api/console/docs?q=${encodeURIComponent(typed)}`);
    const { data } = (await found.json()) as { data: { href: string }[] };
    expect(data.length, typed).toBeGreaterThan(0);
    for (const { href } of data) {
      const [path = '', anchor = ''] = href.split('#');
      const html = await (await page.request.get(path)).text();
      if (anchor !== '') expect(html.split(` id="${anchor}"`), href).toHaveLength(2);
    }
  }
});

test('trying a GET shows status and response, and trying a chat streams and shows its cost', async ({ page }) => {
  await signIn(page);
  await page.goto('/docs/getBillingBalance');
  await page.getByRole('button', { name: 'Try it' }).click();
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('status').first()).toHaveText('Response status 200');
  await expect(form).toContainText(/200\s*\d+ ms/);
  await expect(form.getByLabel('response body', { exact: true })).toContainText('"canConsume": true');

  await page.goto('/docs/createChatCompletion');
  await page.getByRole('button', { name: 'Streaming', exact: true }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(form).toContainText('This request uses your credit.');
  const body = form.getByRole('textbox', { name: 'Body' });
  await body.fill('{"model":');
  await expect(form).toContainText('Must be JSON');
  await body.fill(
    JSON.stringify({ model: 'default', stream: true, max_tokens: 12, messages: [{ role: 'user', content: 'Hello' }] }),
  );
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('status').first()).toHaveText('Response status 200', { timeout: 30_000 });
  await expect(form).toContainText(/200.*cost \$0\.0/);
  await expect(form.getByLabel('response body', { exact: true })).toContainText('[DONE]');
});

test('trying a request that changes the account asks first', async ({ page }) => {
  await signIn(page);
  await page.goto('/docs/createApiKey');
  await page.getByRole('button', { name: 'Try it' }).click();
  const form = page.getByRole('form', { name: 'Try it' });
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('This changes your account. Send it?');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByRole('button', { name: 'Send it' }).click();
  await expect(form.getByRole('status').first()).toContainText('200');
});

test('the Markdown of a page is one click away, and agents can find it', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/errors');
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Errors');
  const list = await request.get('/llms.txt');
  expect(list.headers()['content-type']).toBe('text/markdown; charset=utf-8');
  expect(await list.text()).toContain('/docs/errors.md');
  expect((await request.get('/docs/no-such-page.md')).status()).toBe(404);
  await page.goto('/docs/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

for (const path of ['/docs', '/docs/errors', '/docs/createChatCompletion', '/docs/getModels', '/docs/createApiKey']) {
  test(`axe finds nothing on ${path}, and nothing scrolls sideways`, async ({ page }) => {
    await page.goto(path);
    await expectAccessible(page);
  });
}
