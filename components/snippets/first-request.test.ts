import { expect, it } from 'vitest';
import { firstRequest } from './first-request';

it('names the key alike in every language, and only the shell sets it', () => {
  const snippets = firstRequest({ origin: 'http://localhost:3000', apiKey: 'SVC_INFERENCE_KEY_…', model: 'small' });
  const [curl = '', typescript = '', python = ''] = snippets.map(({ code }) => code);
  expect(curl).toMatch(/^export API_KEY="SVC_INFERENCE_KEY_…"\n/);
  expect(curl).toContain('"Authorization: Bearer $API_KEY"');
  expect(typescript).toContain('apiKey: process.env.API_KEY });');
  expect(python).toContain('api_key=os.environ["API_KEY"])');
  for (const code of [typescript, python]) expect(code).not.toContain('SVC_');
});
