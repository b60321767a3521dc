import { expect, OWNER, signIn, test } from '../support/fixtures';

test('a sign-in form filled before hydration is submitted by the page with those values', async ({ page }) => {
  await page.route('**/_next/static/**/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  await button.click();
  await page.waitForURL('**/chat');
});

test('when a session starts in one tab, the others continue', async ({ page, context }) => {
  await signIn(page);
  const session = await context.cookies();
  await context.clearCookies();
  const again = await context.newPage();
  await page.bringToFront();
  await page.evaluate("new BroadcastChannel('farebox-session').postMessage('ended')");
  const bar = page.getByRole('status').filter({ hasText: 'You were signed out.' });
  await expect(bar).toBeVisible();
  // As another service would leave it.
  await context.addCookies(session);
  await again.goto('/keys');
  await expect(bar).toHaveCount(0);
});
