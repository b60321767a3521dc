import { expect, test as base } from '../support/fixtures';
import { PAGE_COUNT, START } from '../support/local-site';
import { admin } from '../support/operator';

const modelOf = (id: string) => `
  - id: ${id}
    name: ${id}
    class: XS
    upstreams: [{ provider: scripted, model: ${id} }]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096`;

/**
 * The second engine is one that cannot be reached; `citing` cites its first source, and one that it does not have,
 * `thorough` its first three.
 */
const serviceFile = (baseUrl: string) => `
include: [embedded]
providers:
  scripted: { kind: openai-compatible, base_url: '${baseUrl}' }
search:
  google: { engine: searxng, base_url: 'http://127.0.0.1:9' }
models:${['citing', 'thorough'].map(modelOf).join('')}
`;

/** Scenarios on a server whose index has a site on this machine, which the operator lets it read. */
export const test = base.extend<object>({
  environment: [
    ({ site, upstream, writeServiceFile }, use) =>
      use({ SERVICE_FILE: writeServiceFile(serviceFile(upstream.baseUrl)), PRIVATE_PAGE_HOSTS: site.host }),
    { scope: 'worker' },
  ],
  farebox: [
    async ({ farebox, site }, use) => {
      const { report } = await admin(farebox, 'index', 'add', `${site.origin}${START}`);
      expect(report).toMatchObject({ documents: PAGE_COUNT, failed: [{ url: `${site.origin}/private/cellar.html` }] });
      site.asked.length = 0;
      await use(farebox);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect };
