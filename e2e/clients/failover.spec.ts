import OpenAI from 'openai';
import { expect, test } from '../support/clients';
import { admin } from '../support/operator';

test('an unreachable upstream costs no answer, is disabled after five failures, and the operator sees it', async ({
  access,
  farebox,
}) => {
  const client = new OpenAI({ ...access, maxRetries: 0 });
  const ask = async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'paired', messages: [{ role: 'user', content: 'one' }] })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe('You said: one');
    expect(response.headers.get('x-svc-model-router')).toBe('scripted');
    return Number(response.headers.get('x-retry-count') ?? 0);
  };
  const retries: number[] = [];
  for (let round = 0; round < 8; round += 1) retries.push(await ask());
  expect(retries).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
  const { upstreams } = await admin(farebox, 'upstreams');
  expect(upstreams).toContainEqual(
    expect.objectContaining({
      provider: 'away',
      model: 'demo',
      state: 'open',
      failures: 5,
      lastError: 'MODEL_OFFLINE',
    }),
  );
  expect(upstreams).toContainEqual(expect.objectContaining({ provider: 'scripted', model: 'demo', state: 'closed' }));
  const metrics = await (await fetch(`${farebox.url}/api/metrics`)).text();
  expect(metrics).toContain('farebox_upstream_up{provider="away",model="demo"} 0');
  expect(metrics).toContain('farebox_upstream_retries_total{provider="away",where="another"} 5');
});
