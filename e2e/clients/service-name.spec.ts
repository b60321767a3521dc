import { expect, test } from '../support/fixtures';
import { createKey } from '../support/operator';

test.use({ environment: { SERVICE_ID: 'acme' } });

test('SERVICE_ID renames headers, fields, keys, and request IDs', async ({ farebox }) => {
  const key = await createKey(farebox, 'ADMIN');
  expect(key).toMatch(/^ACME_ADMIN_KEY_/);
  const response = await fetch(`${farebox.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'smollm2-135m:include_acme_system_prompt=false',
      messages: [{ role: 'user', content: 'Repeat: svc_parameters' }],
      max_tokens: 12,
      acme_parameters: { enable_web_citations: true },
    }),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(body.acme_parameters).toMatchObject({ include_acme_system_prompt: false });
  expect(body).not.toHaveProperty('svc_parameters');
  const names = [...response.headers.keys()];
  expect(names.filter((name) => name.includes('svc'))).toEqual([]);
  expect(response.headers.get('x-acme-version')).toMatch(/^\d{8}\.\d{6}$/);
  expect(response.headers.get('cf-ray')).toMatch(/-ACME$/);
});

test('errors name members by the service’s own name', async ({ farebox }) => {
  const key = await createKey(farebox, 'ADMIN');
  const refused = async (body: object) => {
    const response = await fetch(`${farebox.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], ...body }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(400);
    expect(text).not.toContain('svc_');
    return JSON.parse(text) as Record<string, unknown>;
  };
  expect(await refused({ acme_parameters: { include_acme_system_prompt: 5 } })).toMatchObject({
    error: expect.stringContaining('acme_parameters.include_acme_system_prompt: '),
    details: { acme_parameters: { include_acme_system_prompt: { _errors: [expect.any(String)] } } },
    issues: [{ path: ['acme_parameters', 'include_acme_system_prompt'] }],
  });
  expect(await refused({ model: 'smollm2-135m:include_acme_system_prompt=perhaps' })).toMatchObject({
    error: expect.stringContaining('Suffix include_acme_system_prompt: '),
  });
});
