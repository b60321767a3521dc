import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { makeOpenAiCompatible } from '@/lib/providers/openai-compatible/provider';
import { findProvider, installProviders } from '@/lib/providers/registry';
import { POST } from './route';

const SCRIPT = { chunks: ['Good'], usage: { prompt_tokens: 12, completion_tokens: 5 } };
const ALL = { guided_json: { type: 'object' }, mirostat: 2, priority: 3, max_new_tokens: 9 };

let service: TestService;
let secret = '';
beforeAll(async () => {
  service = await startTestService({ plain: SCRIPT });
  const account = await makeTestAccount('forwarded@example.com', 1_000_000_000n);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});
afterAll(() => service.stop());

/** What the upstream gets of some fields of a request to a model, whose provider lists these further ones. */
async function reaching(fields: object, forwardFields?: string[], model = 'plain'): Promise<object> {
  const others = [findProvider('counting')].flatMap((provider) => provider ?? []);
  installProviders([...others, makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl, forwardFields })]);
  const response = await POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }], ...fields }),
    }),
  );
  expect(response.status).toBe(200);
  const sent = service.upstream.requests.at(-1)?.body ?? {};
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in fields));
}

it('of fields outside the API, only sampling settings go on', async () => {
  expect(await reaching(ALL)).toEqual({ mirostat: 2 });
});

it('a provider also gets what the operator lists for it, until the list changes', async () => {
  expect(await reaching(ALL, ['guided_json', 'priority'])).toEqual({
    guided_json: { type: 'object' },
    mirostat: 2,
    priority: 3,
  });
  expect(await reaching(ALL, ['priority'])).toEqual({ mirostat: 2, priority: 3 });
  expect(await reaching(ALL)).toEqual({ mirostat: 2 });
});

it('another provider does not', async () => {
  expect(await reaching(ALL, ['guided_json'], 'exact-plain')).toEqual({ mirostat: 2 });
});
