import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { testImage } from '../../lib/image/edit/test-image';
import { pdfFile } from '../../lib/media/test-files';
import { expect, test as base, WITH_EMBEDDINGS } from '../support/clients';
import {
  checkTypes,
  type DocumentedSample,
  type Ran,
  readSamples,
  runNode,
  runPython,
  runShell,
  writeSamples,
} from '../support/samples';

const serviceFile = (baseUrl: string) => `
providers:
  scripted: { kind: openai-compatible, base_url: '${baseUrl}' }
models:
  - id: demo
    name: Demo
    class: XS
    traits: [default]
    upstreams: [{ provider: scripted, model: demo }]
    price: { input: '0.15', output: '0.60' }
    context: 32768
    max_completion: 4096
    capabilities: [tools, schema]
# All samples run within a minute or two.
tiers: { standard: { image: { rpm: 1000 } } }
`;

/**
 * The samples use the model with the trait `default`: here a scripted one, which answers immediately and supports
 * everything; for embeddings the embedded one. They read a site on this machine.
 */
const test = base.extend<object>({
  environment: [
    ({ upstream, site, writeServiceFile }, use) =>
      use({
        SERVICE_FILE: writeServiceFile(serviceFile(upstream.baseUrl)),
        PRIVATE_PAGE_HOSTS: site.host,
        ...WITH_EMBEDDINGS,
      }),
    { scope: 'worker' },
  ],
});

/** The reference's placeholder for one of the reader's IDs. */
const EXAMPLE_ID = '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e';

test('every sample of the reference runs, in curl, TypeScript, and Python', async ({
  farebox,
  access,
  site,
}, testInfo) => {
  test.setTimeout(240_000);
  const { url } = farebox;
  // Those of the guide for wallets need chains and a wallet: wallet-samples.spec.ts and matrix/python-wallets.spec.ts.
  const samples = (await readSamples(url))
    .filter(({ page }) => page !== 'wallets')
    .map((sample) => ({ ...sample, code: reachable(sample.code, url, site.origin) }));
  const folder = testInfo.outputPath('samples');
  const names = writeSamples(folder, await Promise.all(samples.map((sample) => filledIn(sample, url, access.apiKey))));
  expect(names.length).toBeGreaterThan(70);
  // The files that samples of forms send.
  writeFileSync(join(folder, 'photo.png'), await drawPhoto());
  writeFileSync(join(folder, 'report.pdf'), pdfFile());
  await untilImagesAreChecked(url, access.apiKey);
  await untilTextsAreEmbedded(url, access.apiKey);

  expect(await checkTypes(folder)).toBe('');
  const environment = { API_KEY: access.apiKey };
  const ran: Ran[] = [
    ...(await runShell(folder, environment)),
    ...(await runPython(folder, environment)),
    ...(await runNode(folder, environment)),
  ];
  expect(ran.map(({ name }) => name).sort()).toEqual([...names].sort());
  expect(ran.filter(({ ended }) => ended !== 0)).toEqual([]);
  // A sample of curl that saves a file says nothing.
  const isSilent = (name: string) => {
    const file = join(folder, `${name}.sh`);
    return existsSync(file) && readFileSync(file, 'utf8').includes(' -o ');
  };
  for (const { name, said } of ran) if (!isSilent(name)) expect(said.trim(), name).not.toBe('');
  // The tool was called in each language, for the city that the JSON answer names too.
  const said = (page: string, word: string) => ran.filter((one) => one.name.endsWith(page) && one.said.includes(word));
  expect(said('createChatCompletion', 'find_weather').length).toBe(3);
  expect(said('createChatCompletion', 'Paris').length).toBe(6);
});

/** An object before a plain background, which can be removed. */
function drawPhoto(): Promise<Buffer> {
  const shapes = '<rect width="300" height="256" fill="#fff"/><circle cx="150" cy="128" r="70" fill="#c33"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="256">${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Images are refused until the weights of their check are here. */
async function untilImagesAreChecked(url: string, key: string): Promise<void> {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(await testImage(300, 256))]), 'photo.png');
  form.append('prompt', 'Make it black and white');
  const send = () =>
    fetch(`${url}/api/v1/image/edit`, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: form });
  await expect.poll(async () => (await send()).status, { timeout: 90_000, intervals: [2_000] }).toBe(200);
}

/** The embedded model for embeddings is fetched in the background. */
async function untilTextsAreEmbedded(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'default', input: 'Hello' });
  const send = () => fetch(`${url}/api/v1/embeddings`, { method: 'POST', headers, body });
  await expect.poll(async () => (await send()).status, { timeout: 60_000, intervals: [2_000] }).toBe(200);
}

/** Replaces the configured origin with the one that reaches the server here, and the page to read with a local one. */
function reachable(code: string, url: string, site: string): string {
  return code
    .replaceAll(`http://localhost:${new URL(url).port}`, url)
    .replaceAll(/https:\/\/example\.com\/(?=["'])/g, `${site}/yeast.html`);
}

/** A sample with existing IDs and signatures in place of the examples. */
async function filledIn(sample: DocumentedSample, url: string, adminKey: string): Promise<DocumentedSample> {
  const { code, page } = sample;
  if (page === 'createApiKeysGenerateWeb3Key') return { ...sample, code: await signed(code, url) };
  return code.includes(EXAMPLE_ID)
    ? { ...sample, code: code.replaceAll(EXAMPLE_ID, await newKey(url, adminKey)) }
    : sample;
}

/** The ID of a key made for one sample, which may change or revoke it. */
async function newKey(url: string, adminKey: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/api_keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ apiKeyType: 'INFERENCE', description: 'for a sample' }),
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Lets a wallet sign a token. */
async function signed(code: string, url: string): Promise<string> {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const answer = await fetch(`${url}/api/v1/api_keys/generate_web3_key`);
  const { token } = ((await answer.json()) as { data: { token: string } }).data;
  const signature = await wallet.signMessage({ message: token });
  return code
    .replace(/0x[0-9a-fA-F]{130}/, signature)
    .replace(/0x[0-9a-fA-F]{40}(?=["'])/, wallet.address)
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/, token);
}
