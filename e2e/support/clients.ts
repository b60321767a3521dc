import { expect, test as base } from './fixtures';
import { createKey } from './operator';

/** The configuration of a client package. */
export type Access = { baseURL: string; apiKey: string };

/**
 * Serves the scripted model under its names; `rare` accepts one request a minute; one of the two upstreams of `paired`
 * is unreachable. Without the default system prompt, the upstream gets the messages of the page alone.
 */
const serviceFile = (baseUrl: string) => `
include: [embedded]
system_prompt: ''
providers:
  scripted: { kind: openai-compatible, base_url: '${baseUrl}' }
  away: { kind: openai-compatible, base_url: 'http://127.0.0.1:9/v1' }
models:
${['demo', 'slow', 'busy', 'broken', 'moody', 'rare', 'paired', 'wise', 'brief', 'torn'].map(modelOf).join('\n')}
accounts: { 'owner@example.com': { text_L: { rpm: 1 } } }
`;

const upstreamsOf = (id: string) =>
  id === 'paired'
    ? '{ provider: away, model: demo, weight: 10000 }, { provider: scripted, model: demo }'
    : `{ provider: scripted, model: ${id} }`;

const modelOf = (id: string) => `  - id: ${id}
    name: ${id}
    class: ${id === 'rare' ? 'L' : 'XS'}
    upstreams: [${upstreamsOf(id)}]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096
    capabilities: [tools, schema, vision, multiple_images, reasoning, reasoning_effort, logprobs]`;

/** Settings of a server that also has the embedded model for embeddings, which reads the documentation at first. */
export const WITH_EMBEDDINGS = { EMBEDDED_MODELS: 'smollm2-135m,all-minilm-l6-v2' };

/** Scenarios on a server with the embedded model and a model that supports everything. */
export const test = base.extend<object, { access: Access }>({
  environment: [
    ({ upstream, writeServiceFile }, use) => use({ SERVICE_FILE: writeServiceFile(serviceFile(upstream.baseUrl)) }),
    { scope: 'worker' },
  ],
  access: [
    async ({ farebox }, use) => use({ baseURL: `${farebox.url}/api/v1`, apiKey: await createKey(farebox) }),
    { scope: 'worker' },
  ],
});

export { expect };
