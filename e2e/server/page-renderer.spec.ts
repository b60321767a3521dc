import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { rmSync } from 'node:fs';
import { expect, OWNER, signIn, test } from '../support/fixtures';
import { createKey } from '../support/operator';
import { type FareboxServer, startFarebox } from '../support/server';

const OWNER_SETTINGS = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
/** How long a renderer may take to start, which costs some two seconds of a core, on a busy machine. */
const RENDERER_START_MS = 30_000;

/** The processes that render pages for a server. */
function renderersOf({ pid }: FareboxServer): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, parent, program]) => Number(parent) === pid && !program?.endsWith('sh'))
    .filter(([, , ...args]) => args.join(' ').includes('renderer.child'))
    .map(([id]) => Number(id));
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Fetches a page without a browser: headers that Node's `fetch` sets itself, such as `host`, can be chosen. */
function getPage(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { accept: 'text/html', ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.once('error', reject);
    asked.end();
  });
}

test('pages come back after their renderer was killed, with the session as before', async ({ page, farebox }) => {
  await signIn(page);
  const [first] = renderersOf(farebox);
  expect(first).toBeGreaterThan(0);
  process.kill(first ?? 0, 'SIGKILL');
  await expect.poll(async () => (await page.goto('/keys'))?.status(), { timeout: RENDERER_START_MS }).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Keys' })).toBeVisible();
  expect(renderersOf(farebox)).toHaveLength(1);
  expect(renderersOf(farebox)).not.toContain(first);
});

test('the renderer runs before the first page is opened, and renders it', async () => {
  // A server of its own, on which no page was opened.
  test.setTimeout(180_000);
  const server = await startFarebox(OWNER_SETTINGS);
  await expect.poll(() => renderersOf(server), { timeout: RENDERER_START_MS }).toHaveLength(1);
  const before = renderersOf(server);
  expect((await getPage(`${server.url}/sign-in`)).status).toBe(200);
  expect(renderersOf(server)).toEqual(before);
  await server.stop();
});

test('a client cannot forge its identity with the header that the processes use', async ({ page, farebox }) => {
  await signIn(page);
  const account = await page.request.get('/api/console/account');
  const { id } = (await account.json()) as { id: string };
  const visitor = { accountId: id, email: OWNER.email, name: null, role: 'owner' };
  const forged = Buffer.from(JSON.stringify({ visitor })).toString('base64url');
  for (const name of ['x-farebox-visitor', 'X-Farebox-Visitor']) {
    const admin = await getPage(`${farebox.url}/admin`, { [name]: forged });
    expect(admin.status).toBe(307);
    expect(admin.text).not.toContain(OWNER.email);
  }
});

test('a stream goes on while a page starts the renderer', async () => {
  const server = await startFarebox(OWNER_SETTINGS);
  try {
    const key = await createKey(server);
    const response = await fetch(`${server.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'smollm2-135m',
        stream: true,
        max_tokens: 2000,
        messages: [{ role: 'user', content: 'Write a very long story about the sea.' }],
      }),
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const warm = renderersOf(server);
    for (const renderer of warm) process.kill(renderer, 'SIGKILL');
    await expect.poll(() => warm.some(isAlive)).toBe(false);
    let isRendered = false;
    const page = getPage(server.url).then(({ status }) => {
      isRendered = true;
      return status;
    });
    let during = 0;
    for (let step = await reader.read(); !step.done && !isRendered; step = await reader.read()) {
      if (step.value.includes('"content":"')) during += 1;
    }
    expect(await page).toBe(200);
    // Rendered in the API's own process, the page would have arrived between two chunks.
    expect(during).toBeGreaterThan(3);
    await reader.cancel();
  } finally {
    await server.stop();
  }
});

test('the renderer ends with a server that is killed', async () => {
  const server = await startFarebox(OWNER_SETTINGS);
  expect((await getPage(server.url)).status).toBe(200);
  const [renderer = 0] = renderersOf(server);
  expect(isAlive(renderer)).toBe(true);
  await server.kill();
  await expect.poll(() => isAlive(renderer), { timeout: 20_000 }).toBe(false);
  rmSync(server.dataDir, { recursive: true, force: true });
});

test('a renderer ends with a server that is killed while it starts', async () => {
  test.setTimeout(180_000);
  const server = await startFarebox(OWNER_SETTINGS);
  await expect.poll(() => renderersOf(server), { timeout: RENDERER_START_MS, intervals: [20] }).toHaveLength(1);
  const [renderer = 0] = renderersOf(server);
  await server.kill();
  await expect.poll(() => isAlive(renderer), { timeout: 20_000 }).toBe(false);
  rmSync(server.dataDir, { recursive: true, force: true });
});

test('an address without a session is rate limited, and a session behind it is not', async ({ page }) => {
  // It takes 600 pages to reach the limit.
  test.setTimeout(180_000);
  const server = await startFarebox({ ...OWNER_SETTINGS, TRUST_PROXY: '1' });
  const from = { 'x-forwarded-for': '203.0.113.77', host: new URL(server.url).host };
  try {
    await page.goto(`${server.url}/sign-in`);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/chat');
    const cookies = await page.context().cookies(server.url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

    let refused: Response | null = null;
    for (let count = 0; count < 2_000 && refused === null; count += 8) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => fetch(`${server.url}/nothing-here`, { method: 'HEAD', headers: from })),
      );
      refused = answers.find(({ status }) => status === 429) ?? null;
    }
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await getPage(`${server.url}/keys`, { ...from, cookie })).status).toBe(200);
    expect((await getPage(`${server.url}/sign-in`, { 'x-forwarded-for': '203.0.113.78' })).status).toBe(200);
  } finally {
    await server.stop();
  }
});
