import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticateKey } from '@/lib/accounts/keys/authenticate-key';
import { ensureOperatorToken, readOperatorAccess } from '@/lib/accounts/operator-token';
import { setTransport } from '@/lib/http/server/transport';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { POST } from './route';
import { testBody } from '@/lib/http/body/test-body';

let folder: string;
let token: string;

beforeAll(async () => {
  await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'farebox-operator-'));
  await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
  token = (await readOperatorAccess(folder))?.token ?? '';
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const requestOf = (order: unknown, secret: string) =>
  new Request('http://localhost:3000/api/console/operator', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(order),
  });
const read = async (response: Response) => ({ status: response.status, body: await response.json() });
const order = async (body: unknown, secret = token) => read(await POST(requestOf(body, secret)));

describe('200', () => {
  it('creates the owner and an ADMIN key on a fresh installation', async () => {
    const input = { email: 'ada@example.com', type: 'ADMIN', description: '' };
    const { status, body } = await order({ verb: 'createKey', input });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'ada@example.com',
      apiKeyType: 'ADMIN',
      resetLink: { url: expect.any(String) },
    });
    expect((await authenticateKey(body.apiKey)).account).toMatchObject({ role: 'owner', email: 'ada@example.com' });
  });
});

describe('400', () => {
  it('for an unknown verb and for invalid input', async () => {
    expect((await order({ verb: 'dropDatabase', input: {} })).status).toBe(400);
    const input = { email: 'ada@example.com', usd: '-5', reference: 'r' };
    expect((await order({ verb: 'creditAccount', input })).status).toBe(400);
  });
});

describe('401', () => {
  const invite = { verb: 'inviteLink', input: {} };

  it('for another token', async () => {
    expect((await order(invite, 'x'.repeat(43))).status).toBe(401);
  });

  it('for a client on another machine, even with the token', async () => {
    const request = requestOf(invite, token);
    const client = { address: '192.0.2.1', direct: false };
    setTransport(request, {
      client,
      signal: request.signal,
      body: testBody(JSON.stringify(invite)),
    });
    expect((await read(await POST(request))).status).toBe(401);
  });
});
