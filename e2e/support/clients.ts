import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from './fixtures';
import { createKey } from './operator';
import { type ScriptedModel, startScriptedModel } from './scripted-model';

/** What a client package is told, and nothing else. */
export type Access = { baseURL: string; apiKey: string };

/** Serves the scripted model under its four names; `rare` answers one request a minute. */
const serviceFile = (baseUrl: string) => `
include: [embedded]
providers: { scripted: { kind: openai-compatible, base_url: '${baseUrl}' } }
models:
${['demo', 'slow', 'busy', 'broken', 'rare'].map(modelOf).join('\n')}
accounts: { 'owner@example.com': { text_L: { rpm: 1 } } }
`;

const modelOf = (id: string) => `  - id: ${id}
    name: ${id}
    class: ${id === 'rare' ? 'L' : 'XS'}
    upstreams: [{ provider: scripted, model: ${id} }]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096
    capabilities: [tools, schema, vision, multiple_images, reasoning, reasoning_effort, logprobs]`;

/** Stories of client packages: a server with the embedded model, and with a model that can do everything. */
export const test = base.extend<object, { upstream: ScriptedModel; access: Access }>({
  upstream: [
    async ({}, use) => {
      const upstream = await startScriptedModel();
      await use(upstream);
      await upstream.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ upstream }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'farebox-clients-'));
      const file = join(folder, 'service.yaml');
      writeFileSync(file, serviceFile(upstream.baseUrl));
      await use({ SERVICE_FILE: file });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  access: [
    async ({ farebox }, use) => use({ baseURL: `${farebox.url}/api/v1`, apiKey: await createKey(farebox) }),
    { scope: 'worker' },
  ],
});

export { expect };
