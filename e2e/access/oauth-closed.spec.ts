import { expect } from '../support/fixtures';
import { continueWith, somebody, test as base } from '../support/oauth';
import { CLIENT } from '../support/oauth-server';

/** The same with sign-up closed and only GitHub configured. */
const test = base.extend({
  environment: [
    async ({ oauth }, use) =>
      use({
        ...{ GITHUB_CLIENT_ID: CLIENT.id, GITHUB_CLIENT_SECRET: CLIENT.secret, GITHUB_BASE_URL: oauth.url },
        SIGN_UP: 'closed',
      }),
    { scope: 'worker' },
  ],
});

test('with sign-up closed new visitors are informed, and only configured services are offered', async ({
  page,
  oauth,
}) => {
  oauth.person = somebody('late');
  await continueWith(page, 'GitHub');
  await expect(page.getByText('No account here is connected to this GitHub account')).toContainText('closed');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
});
