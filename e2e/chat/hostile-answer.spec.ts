import { startScriptedUpstream, type ScriptedUpstream } from '@/lib/providers/conformance/scripted-upstream';
import { expect, send, signIn, test as base } from '../support/fixtures';

const ANSWER = [
  'Look: ![a cat](https://images.evil.example/cat.png?leak=1) and <img src="https://evil.example/x.png" onerror="window.hacked=1">',
  '<script>window.hacked = 2</script><iframe src="https://evil.example/frame"></iframe><style>body{display:none}</style>',
  '[click](javascript:window.hacked=3) [data](data:text/html,<script>window.hacked=4</script>) [fine](https://example.org/page)',
  '![inline](data:image/svg+xml,<svg/onload=window.hacked=5>) <a href="https://evil.example" onclick="window.hacked=6">raw</a>',
  '<form action="https://evil.example/post"><button>go</button></form> [1]: https://evil.example/ref.png\n\n![ref][1]',
].join('\n\n');

const serviceFile = (baseUrl: string) => `
include: []
providers: { lab: { kind: openai-compatible, base_url: '${baseUrl}' } }
models: [{ id: hostile, upstreams: [{ provider: lab, model: hostile, weight: 1 }], price: { input: '1', output: '2' } }]
`;

const test = base.extend<object, { hostile: ScriptedUpstream }>({
  hostile: [
    async ({}, use) => {
      const upstream = await startScriptedUpstream({ hostile: { chunks: ANSWER.match(/[\s\S]{1,23}/g) ?? [] } });
      await use(upstream);
      await upstream.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ hostile, writeServiceFile }, use) => use({ SERVICE_FILE: writeServiceFile(serviceFile(hostile.baseUrl)) }),
    { scope: 'worker' },
  ],
});

test('a hostile answer runs nothing, loads nothing, and points nowhere', async ({ page, farebox }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(farebox.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await signIn(page);
  await send(page, 'Answer with the worst that you have.');
  const answer = page.getByRole('article', { name: /^Answer from/ });
  await expect(answer.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await expect(answer.getByRole('link', { name: 'fine' })).toBeVisible();
  // Anything the answer loads would have started by then.
  await page.waitForLoadState('networkidle');

  expect(foreign).toEqual([]);
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(await answer.locator('script, iframe, style, form, object, embed').count()).toBe(0);
  expect(await answer.locator('img').count()).toBe(0);
  await expect(answer).toContainText('images.evil.example');
  for (const link of await answer.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https?:\/\//);
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.getAttribute('rel')).toContain('noreferrer');
  }
});

test('pages forbid framing, foreign scripts, and foreign connections', async ({ farebox }) => {
  const { headers } = await fetch(`${farebox.url}/sign-in`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).not.toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});
