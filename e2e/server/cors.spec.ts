import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/fixtures';
import { createKey } from '../support/operator';

/** Another origin: an unrelated page, on its own port. */
let elsewhere: Server;
let otherPage = '';
test.beforeAll(async () => {
  elsewhere = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>elsewhere</title>'),
  );
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  otherPage = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  elsewhere.closeAllConnections();
  elsewhere.close();
});

test('a page of another origin calls the API with a key, and reads its headers', async ({ page, farebox }) => {
  const key = await createKey(farebox);
  await page.goto(otherPage);
  const seen = await page.evaluate(
    async ({ url, bearer }) => {
      const answer = await fetch(`${url}/api/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bearer}`,
          'content-type': 'application/json',
          'idempotency-key': 'from-a-page',
          // Payment clients send this as a request header.
          'access-control-expose-headers': 'payment-response',
        },
        body: JSON.stringify({ model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 }),
      });
      const names = ['cf-ray', 'x-ratelimit-remaining-requests', 'x-svc-balance-usd', 'x-svc-model-id'];
      const anonymous = await fetch(`${url}/api/v1/api_keys`);
      return {
        status: answer.status,
        headers: names.map((name) => answer.headers.get(name)),
        anonymous: anonymous.status,
        payment: anonymous.headers.get('payment-required') !== null,
      };
    },
    { url: farebox.url, bearer: key },
  );
  expect(seen).toEqual({
    status: 200,
    headers: [expect.stringMatching(/-SVC$/), expect.stringMatching(/^\d+$/), expect.any(String), 'smollm2-135m'],
    anonymous: 402,
    payment: true,
  });
});

test('a page of another origin gets nothing from the console’s own routes', async ({ page, farebox }) => {
  await page.goto(otherPage);
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
