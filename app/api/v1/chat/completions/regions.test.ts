import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { settings } from '@/lib/platform/env';
import { POST } from './route';

const HEADER = 'cf-ipcountry';
const SCRIPT = { chunks: ['Grüezi'], usage: { prompt_tokens: 12, completion_tokens: 5 } };

let service: TestService;
let secret = '';
beforeAll(async () => {
  service = await startTestService({ swiss: SCRIPT, open: SCRIPT }, { swiss: { regions: ['CH', 'LI'] } });
  const account = await makeTestAccount('regions@example.com', 1_000_000_000n);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});
afterEach(() => {
  delete settings().countryHeader;
});
afterAll(() => service.stop());

const ask = (model: string, headers: Record<string, string> = {}) =>
  POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    }),
  );

it.each([
  ['CH', 200],
  ['li', 200],
  ['DE', 403],
])('a model with regions, called from %s: %i', async (country, status) => {
  settings().countryHeader = HEADER;
  expect((await ask('swiss', { [HEADER]: country })).status).toBe(status);
});

it('says where the model may be used, and calls no upstream', async () => {
  settings().countryHeader = HEADER;
  const before = service.upstream.requests.length;
  const refused = await ask('swiss', { [HEADER]: 'DE' });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { error: 'The model swiss may only be used from CH, LI, not from DE.', code: 'UNAUTHORIZED' },
  ]);
  expect(service.upstream.requests).toHaveLength(before);
});

it.each([undefined, '', 'XX', 'T1', 'CH, CH', 'Switzerland'])('is refused if the country is %j', async (country) => {
  settings().countryHeader = HEADER;
  const refused = await ask('swiss', country === undefined ? {} : { [HEADER]: country });
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'UNAUTHORIZED']);
});

it('a model without regions needs no country', async () => {
  settings().countryHeader = HEADER;
  expect((await ask('open')).status).toBe(200);
});

it('nothing is enforced, whatever the client sends, if the operator names no header', async () => {
  expect((await ask('swiss', { [HEADER]: 'DE' })).status).toBe(200);
});
