import { expect, test } from './support/fixtures';
import { createKey } from './support/operator';

test('a page of another origin calls the API with a key, and reads its headers', async ({ page, farebox }) => {
  const key = await createKey(farebox);
  // An opaque origin, foreign to every server.
  await page.goto('data:text/html,<title>elsewhere</title>');
  const told = await page.evaluate(
    async ({ url, bearer }) => {
      const answer = await fetch(`${url}/api/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': 'from-a-page',
          // Payment clients send this one as a request header.
          'access-control-expose-headers': 'payment-response',
        },
        body: JSON.stringify({ model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 }),
      });
      const names = ['cf-ray', 'x-ratelimit-remaining-requests', 'x-svc-balance-usd', 'x-svc-model-id'];
      const stranger = await fetch(`${url}/api/v1/api_keys`);
      return {
        status: answer.status,
        headers: names.map((name) => answer.headers.get(name)),
        stranger: stranger.status,
        payment: stranger.headers.get('payment-required') !== null,
      };
    },
    { url: farebox.url, bearer: key },
  );
  expect(told).toEqual({
    status: 200,
    headers: [expect.stringMatching(/-SVC$/), expect.stringMatching(/^\d+$/), expect.any(String), 'smollm2-135m'],
    stranger: 402,
    payment: true,
  });
});

test('a page of another origin gets nothing from the console’s own routes', async ({ page, farebox }) => {
  await page.goto('data:text/html,<title>elsewhere</title>');
  const outcomes = await page.evaluate(
    (url) =>
      Promise.all(
        ['/api/console/setup', '/api/console/account', '/api/metrics'].map((path) =>
          fetch(url + path).then(
            () => 'read',
            () => 'refused',
          ),
        ),
      ),
    farebox.url,
  );
  expect(outcomes).toEqual(['refused', 'refused', 'refused']);
});
