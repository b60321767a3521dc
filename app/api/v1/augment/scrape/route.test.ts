import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { installTestSite, startTestSite, type TestPages, type TestSite } from '@/lib/web/page/test-site';
import { POST } from './route';

const SENTENCE = 'The tide rises twice a day, and fishermen in the harbor know its hours by heart. ';
const html = `<title>Tides</title><nav>Menu</nav><article><p>${SENTENCE.repeat(8)} <a href="/more">More</a></p></article>`;
const pages: TestPages = {
  '/': { body: html },
  '/moved': { status: 301, headers: { location: '/' } },
  '/moved-inside': { status: 302, headers: { location: 'http://169.254.169.254/' } },
  '/missing': { status: 404 },
  '/nothing': { body: '<script>write()</script>' },
  '/sign-in': { body: '<h1>Welcome</h1><form>Password <input type=password></form>' },
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: TestSite;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await startTestSite(pages);
  installTestSite(site);
});
afterAll(async () => {
  site.stop();
  await database.close();
});

let accounts = 0;
async function makeCaller(balanceNano = 1_000_000_000n): Promise<Record<string, string>> {
  const account = await makeTestAccount(`caller-${(accounts += 1)}@example.com`, balanceNano);
  const { secret } = await makeTestKey(account.id, { type: 'INFERENCE' });
  return { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
}
const scrape = (headers: Record<string, string>, body: unknown) =>
  POST(
    new Request('http://localhost:3000/api/v1/augment/scrape', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
const errorOf = async (response: Response) => (await response.json()) as { error: string; code: string };
const balanceOf = (response: Response) => Number(response.headers.get('x-svc-balance-usd'));

describe('POST /augment/scrape', () => {
  it('answers with the page as Markdown, and charges one cent', async () => {
    const caller = await makeCaller();
    const response = await scrape(caller, { url: 'http://site.test/moved' });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { url: string; content: string; format: string };
    expect(body).toMatchObject({ url: 'http://site.test/', format: 'markdown' });
    expect(body.content).toMatch(/^# Tides\n\nThe tide rises/);
    expect(body.content).toContain('[More](http://site.test/more)');
    expect(body.content).not.toContain('Menu');
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('20');
    const [before, after] = [balanceOf(response), balanceOf(await scrape(caller, { url: 'http://site.test/' }))];
    expect(before - after).toBeCloseTo(0.01);
  });

  it.each([
    ['http://10.0.0.1/', 400, 'INVALID_REQUEST', 'must be public'],
    ['http://user:word@site.test/', 400, 'INVALID_REQUEST', 'credentials'],
    ['ftp://site.test/', 400, 'INVALID_REQUEST', 'http or https'],
    ['http://inner.test/', 400, 'INVALID_REQUEST', 'not public'],
    ['http://site.test/moved-inside', 500, 'INFERENCE_FAILED', 'redirects to an address that may not be read'],
    ['http://site.test/missing', 500, 'INFERENCE_FAILED', 'its server answered 404'],
    ['http://site.test/nothing', 500, 'INFERENCE_FAILED', 'there is no text on it'],
    ['http://site.test/sign-in', 500, 'INFERENCE_FAILED', 'it asks for a sign-in'],
    ['http://closed.test/', 500, 'INFERENCE_FAILED', 'could not be reached'],
  ])('refuses %s with %s, and charges nothing', async (url, status, code, message) => {
    const caller = await makeCaller();
    const response = await scrape(caller, { url });
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code, error: expect.stringContaining(message) });
    // Each answer has the balance before it.
    expect(balanceOf(await scrape(caller, { url: 'http://site.test/' }))).toBe(1);
  });

  it.each([{}, { url: '' }, { url: 5 }, { url: `http://site.test/${'x'.repeat(9_000)}` }])(
    'refuses the body %j',
    async (body) => expect((await scrape(await makeCaller(), body)).status).toBe(400),
  );

  it('needs a credential, and credit', async () => {
    const asked = site.asked.length;
    const anonymous = await scrape({ 'content-type': 'application/json' }, { url: 'http://site.test/unpaid' });
    expect([401, 402]).toContain(anonymous.status);
    const poor = await scrape(await makeCaller(9_999_999n), { url: 'http://site.test/unpaid' });
    expect([poor.status, (await errorOf(poor)).code]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    expect(site.asked.length).toBe(asked);
  });

  it('is limited to 20 requests per minute', async () => {
    const caller = await makeCaller();
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await scrape(caller, { url: 'http://10.0.0.1/' })).status);
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(20);
  });

  it('is carried out and charged once for an Idempotency-Key', async () => {
    const caller = { ...(await makeCaller()), 'idempotency-key': 'one' };
    const first = await (await scrape(caller, { url: 'http://site.test/' })).text();
    const again = await scrape(caller, { url: 'http://site.test/' });
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', first]);
  });
});
