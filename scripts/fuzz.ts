import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../e2e/support/operator';
import { startFarebox } from '../e2e/support/server';
import { startScriptedUpstream } from '../lib/providers/conformance/scripted-upstream';
import { startDevChains } from './dev-chains';

/*
 * Starts the built product with one model on a scripted upstream, payments on local chains, and an account with credit,
 * and runs schemathesis against it. Called by fuzz.mjs with the fuzzer's program, the folder to run it in, and its further arguments.
 */

const EXAMPLES_PER_OPERATION = '25';
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
  `include: []
providers: { lab: { kind: openai-compatible, base_url: "${upstream.baseUrl}" } }
models:
  - { id: painter, type: image, traits: [default], upstreams: [{ provider: lab, model: p }], price: { generation: "0.01", upscale: { 2x: "0.02", 4x: "0.08" } } }
  - { id: editor, type: inpaint, traits: [default, background_removal], upstreams: [{ provider: lab, model: e }], price: { inpaint: "0.04" }, combine_images: true }
  - { id: embedder, type: embedding, traits: [default], upstreams: [{ provider: lab, model: v }], price: { input: "0.02", output: "0" } }
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
});
try {
  process.exitCode = await runFuzzer(server.url, await createKey(server));
} finally {
  await server.stop();
  await upstream.stop();
  await chains.stop();
  rmSync(folder, { recursive: true, force: true });
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
  args.push('--generation-database', 'none', '--no-color', ...further);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
