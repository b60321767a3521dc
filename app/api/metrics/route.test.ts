import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureOperatorToken, readOperatorAccess } from '@/lib/accounts/operator-token';
import { setTransport } from '@/lib/http/server/transport';
import { settings } from '@/lib/platform/env';
import { GET } from './route';
import { testBody } from '@/lib/http/body/test-body';

const folder = mkdtempSync(join(tmpdir(), 'farebox-metrics-'));
let token: string;

beforeAll(async () => {
  await ensureOperatorToken(folder, 'http://127.0.0.1:3000');
  token = (await readOperatorAccess(folder))?.token ?? '';
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends a request from the machine itself, or from elsewhere. */
function ask(direct: boolean, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request('http://localhost/api/metrics', { headers: { host: 'localhost:3000', ...headers } });
  const client = { address: direct ? '127.0.0.1' : '203.0.113.9', direct };
  setTransport(request, { client, signal: request.signal, body: testBody() });
  return GET(request);
}

describe('GET /api/metrics', () => {
  it('200: for clients on the machine itself, in the text format', async () => {
    const response = await ask(true);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toMatch(/^# HELP farebox_/);
  });

  it('200: for clients with the operator’s token', async () => {
    expect((await ask(false, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it.each(['', 'Bearer wrong'])('401: for everybody else (%j)', async (authorization) => {
    const response = await ask(false, { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it('cannot be read by another site through the operator’s browser', async () => {
    const cross = await ask(true, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
    expect(cross.headers.get('access-control-allow-origin')).toBeNull();
    // A foreign name that resolves to this machine: for the browser that is the same site.
    expect((await ask(true, { host: 'evil.example' })).status).toBe(401);
  });

  it('200: for clients with METRICS_TOKEN, on any machine', async () => {
    settings().metricsToken = 'a-token-that-stays-the-same';
    try {
      expect((await ask(false, { authorization: 'Bearer a-token-that-stays-the-same' })).status).toBe(200);
      expect((await ask(false, { authorization: 'Bearer a-token-that-stays-the-sam' })).status).toBe(401);
    } finally {
      settings().metricsToken = undefined;
    }
  });

  it('does not mistake a proxy without forwarding headers for the machine itself', async () => {
    settings().published = true;
    try {
      expect((await ask(true)).status).toBe(401);
      expect((await ask(true, { authorization: `Bearer ${token}` })).status).toBe(200);
    } finally {
      settings().published = false;
    }
  });
});
