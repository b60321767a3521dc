import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { makeDocument } from '@/lib/openapi/document';

beforeAll(() => {
  vi.stubEnv('SERVICE_ID', 'acme');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

it('names fields and headers after the configured service name', () => {
  const document = makeDocument(describedRoutes);
  const { headers, schemas } = document.components as {
    headers: object;
    schemas: Record<string, { properties: object; required: string[] }>;
  };
  expect(headers).toHaveProperty('x-acme-version');
  expect(schemas.ChatRequest?.properties).toHaveProperty('acme_parameters');
  expect(schemas.ChatCompletion?.required).toContain('acme_parameters');
  expect(schemas.ServiceOptions?.properties).toHaveProperty('include_acme_system_prompt');
  expect(schemas.EffectiveOptions?.required).toContain('include_acme_system_prompt');
  expect(JSON.stringify(document).match(/.{20}svc.{20}/gi)).toBeNull();
});
