import { rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { expect, OWNER, test } from '../support/fixtures';
import { createKey } from '../support/operator';
import { startFarebox } from '../support/server';

/** How often the server is killed; the matrix kills more often. */
const ROUNDS = process.env.FAREBOX_MATRIX ? 6 : 2;

const chat = (url: string, key: string, body: object) =>
  fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'smollm2-135m',
      messages: [{ role: 'user', content: 'Tell me about the sea.' }],
      ...body,
    }),
  });

test('a killed engine ends its stream with an error frame, and the next request is served within 5 s', async ({
  farebox,
}) => {
  const key = await createKey(farebox);
  const response = await chat(farebox.url, key, { stream: true, max_tokens: 2000 });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while ((text.match(/"content":"/g)?.length ?? 0) < 5) text += (await reader.read()).value ?? '';
  process.kill(childOf(farebox.pid), 'SIGKILL');
  const killedAt = Date.now();
  for (let step = await reader.read(); !step.done; step = await reader.read()) text += step.value;
  expect(text).toMatch(/data: \{"error":\{"message":.*"code":"upstream_error","param":null\}\}\n\ndata: \[DONE\]\n\n$/);

  let status = 0;
  while (status !== 200 && Date.now() - killedAt < 5_000)
    status = (await chat(farebox.url, key, { max_tokens: 4 })).status;
  expect(status).toBe(200);
});

test('a killed server has every acknowledged charge once after its restart', async () => {
  test.setTimeout(60_000 + ROUNDS * 30_000);
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  let server = await startFarebox(owner);
  const { dataDir } = server;
  const key = await createKey(server);
  const balance = async () => {
    const answer = await fetch(`${server.url}/api/v1/billing/balance`, { headers: { authorization: `Bearer ${key}` } });
    return ((await answer.json()) as { balances: { usd: number } }).balances.usd;
  };
  const welcome = await balance();
  let acknowledged = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = Array.from({ length: 3 }, async () => {
      const response = await chat(server.url, key, { max_tokens: 6 });
      const { cost } = (await response.json()) as { cost: { usd: number } };
      // Only now: `+= await` would read the sum before the others have added theirs.
      acknowledged += cost.usd;
    });
    await Promise.all(answers);
    // Killed during more requests that nobody acknowledged; at most their own charge may be in the ledger.
    const lost = chat(server.url, key, { stream: true, max_tokens: 500 }).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await server.kill();
    await lost;
    server = await startFarebox({ ...owner, DATA_DIR: dataDir });
    expect(await balance()).toBeCloseTo(welcome - acknowledged, 9);
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The engine's process: the server's only child. */
function childOf(parent: number): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const row = rows
    .map((line) => line.trim().split(/\s+/))
    .find(([, ppid, ...args]) => Number(ppid) === parent && args.join(' ').includes('chat.child'));
  if (!row) throw new Error('The server has no engine child.');
  return Number(row[0]);
}
