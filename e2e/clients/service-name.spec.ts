import { expect, test } from '../support/fixtures';
import { createKey } from '../support/operator';

test.use({ environment: { SERVICE_ID: 'acme' } });

test('one variable renames the service on the whole wire', async ({ farebox }) => {
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
