import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import type { UsageRequestPage, UsageSums } from '@/lib/billing/contract';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { listErrors } from '@/lib/admin/console/list-errors';
import { webDispatch } from '@/lib/http/test-dispatch';
import { listUpstreamHealth } from '@/lib/providers/routing/list-health';
import * as usageRequests from '../../../console/usage/requests/route';
import * as usage from '../../../console/usage/route';
import { POST } from './route';

const USAGE = '/api/console/usage';
const dispatch = webDispatch({ [USAGE]: usage, [`${USAGE}/requests`]: usageRequests });
const REASON = { code: 'INFERENCE_FAILED', message: 'The model failed to answer.' };

let service: TestService;
let ada: TestAccount;
let secret = '';

beforeAll(async () => {
  service = await startTestService({ cut: { chunks: ['12345678', 'b'], cutAfter: 2 } });
  ada = await makeTestAccount('ada@example.com', 1_000_000_000n);
  ({ secret } = await makeTestKey(ada.id));
});
afterAll(() => service.stop());

async function readUsage<T>(path: string): Promise<T> {
  const today = new Date().toISOString().slice(0, 10);
  const headers = { host: 'localhost:3000', cookie: await makeTestCookie(ada) };
  const response = await dispatch(
    new Request(`http://localhost:3000${USAGE}${path}?start=${today}&end=${today}`, { headers }),
  );
  return (await response.json()) as T;
}

it('reports a stream that broke off alike to its reader, its account, and the owner', async () => {
  const response = await POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model: 'cut', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
    }),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`{"error":{"message":"${REASON.message}"`);
  const requestId = response.headers.get('cf-ray');

  const { data: errors } = await listErrors({ before: undefined });
  expect(errors).toMatchObject([
    { ...REASON, requestId, status: 500, modelId: 'cut', account: 'ada@example.com', cause: expect.any(String) },
  ]);
  // Once, as the paid request that it is.
  const { data } = await readUsage<UsageRequestPage>('/requests');
  expect(data).toMatchObject([{ ...REASON, requestId, ending: 'upstream_failed', currency: 'USD' }]);
  const { rows, failures } = await readUsage<UsageSums>('');
  expect(rows).toMatchObject([{ requests: 1, interrupted: 1 }]);
  expect(failures).toEqual([]);
  expect(listUpstreamHealth()).toContainEqual(expect.objectContaining({ model: 'cut', lastError: REASON.code }));
});
