import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFarebox } from '../../e2e/support/server';
import { cpuSeconds, residentMb } from '../gateway/processes';
import { makeKey } from '../gateway/subjects/account';
import { PROMPTS } from './prompts';

/** What to draw, and how often. */
export type Drawing = { width: number; height: number; format: 'webp' | 'png' | 'jpeg'; images: number };

/** Per image: processor time, and time; and the memory of all processes after the last one. */
export type Drawn = { cpuMs: number; wallMs: number; residentMb: number };

/** Ten seconds after its start, the server indexes its documentation, which takes a second. */
const QUIET_AFTER_MS = 14_000;

/** A server with an account that draws one image after another, each paid for. Returned when its start is over. */
export async function startSubject(): Promise<{
  draw: (drawing: Drawing) => Promise<Drawn>;
  stop: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  const env = { DATA_DIR: join(folder, 'data'), SERVICE_FILE: join(folder, 'service.yaml') };
  writeFileSync(env.SERVICE_FILE, JSON.stringify({ tiers: { standard: { image: { rpm: 1_000_000_000 } } } }));
  const server = await startFarebox({ ...env, EMBEDDED_MODELS: 'none', LOG_LEVEL: 'error' });
  const [key] = await Promise.all([makeKey(env), sleep(QUIET_AFTER_MS)]);
  return {
    draw: async ({ images, ...size }) => {
      const [cpuBefore, startedAt] = [cpuSeconds([server.pid]), performance.now()];
      for (let at = 0; at < images; at += 1)
        await drawOne(server.url, key, { ...size, ...PROMPTS[at % PROMPTS.length] });
      return {
        cpuMs: ((cpuSeconds([server.pid]) - cpuBefore) * 1_000) / images,
        wallMs: (performance.now() - startedAt) / images,
        residentMb: residentMb([server.pid]),
      };
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function drawOne(url: string, key: string, request: object): Promise<void> {
  const body = { model: 'scene-composer', seed: 1, return_binary: true, hide_watermark: true, ...request };
  const answer = await fetch(`${url}/api/v1/image/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`An image was refused with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
