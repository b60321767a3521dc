import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createKey } from '../e2e/support/operator';
import { startFarebox } from '../e2e/support/server';
import { startScriptedUpstream } from '../lib/providers/conformance/scripted-upstream';
import { startDevChains } from './dev-chains';

/*
 * Starts the built product with a chat model on a scripted upstream, the embedded models of images, payments on local
 * chains, and an account with credit, and runs schemathesis against it. Called by fuzz.mjs with the fuzzer’s program, the
 * folder to run it in, and its further arguments.
 */

const EXAMPLES_PER_OPERATION = '25';
/** Enlarging and cutting out images takes long beside other work. */
const REQUEST_SECONDS = '120';
const CHECK_TRIES = 60;
const CHECK_PAUSE_MS = 2_000;
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
].join(',');

const [program = '', cwd, ...further] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'farebox-fuzz-'));
const upstream = await startScriptedUpstream({});
const chains = await startDevChains({ base: 0, solana: 0 });
const serviceFile = join(folder, 'service.yaml');
// The model has the name of the description's example; no limit must end the run.
writeFileSync(
  serviceFile,
  `include: [embedded]
providers: { lab: { kind: openai-compatible, base_url: "${upstream.baseUrl}" } }
models:
  - { id: smollm2-135m, upstreams: [{ provider: lab, model: m }], price: { input: "1", output: "2" }, context: 8192 }
tiers: { standard: { image: { rpm: 1000000 }, embedding: { rpm: 1000000 }, text_XS: { rpm: 1000000, tpm: 1000000000 }, create_key: { rpm: 1000000 }, api: { rpm: 1000000 } } }
`,
);
const server = await startFarebox({
  ...chains.settings,
  SERVICE_FILE: serviceFile,
  EMBEDDED_MODELS: 'none',
  OWNER_EMAIL: 'owner@example.com',
  OWNER_PASSWORD: 'correct horse battery',
  WELCOME_CREDIT_USD: '1000',
  FAILED_REQUEST_GUARD: 'off',
  LOG_LEVEL: 'error',
  // Examples name servers on the Internet, which no test may ask.
  NODE_OPTIONS: `--import=${import.meta.resolve('./steps/names-here.mjs')}`,
});
try {
  const key = await createKey(server);
  await untilImagesAreChecked(server.url, key);
  process.exitCode = await runFuzzer(server.url, key);
} finally {
  await server.stop();
  await upstream.stop();
  await chains.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Waits until edited images are answered: what checks them is fetched with the first one. @throws Error if it never is */
async function untilImagesAreChecked(url: string, key: string): Promise<void> {
  const image = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const body = JSON.stringify({ image: image.toString('base64'), prompt: 'Make it black and white' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let last = '';
  for (let tries = 0; tries < CHECK_TRIES; tries += 1) {
    const answer = await fetch(`${url}/api/v1/image/edit`, { method: 'POST', headers, body });
    if (answer.ok) return;
    last = `${answer.status} ${await answer.text()}`;
    if (answer.status !== 503) break;
    await sleep(CHECK_PAUSE_MS);
  }
  throw new Error(`An image could not be edited: ${last}`);
}

/** Its exit code: 0 if it found nothing. */
function runFuzzer(url: string, key: string): Promise<number> {
  const args = [
    'run',
    `${url}/api/v1/openapi.json`,
    '--url',
    `${url}/api/v1`,
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  args.push('--checks', CHECKS, '--phases', 'examples,coverage,fuzzing', '--max-examples', EXAMPLES_PER_OPERATION);
  args.push('--generation-database', 'none', '--no-color', '--request-timeout', REQUEST_SECONDS, ...further);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
