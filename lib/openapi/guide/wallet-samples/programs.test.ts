import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { generatePrivateKey } from 'viem/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BASE, USDC } from '@/lib/core/wallet';
import { topUpOnBase } from './typescript';

const run = promisify(execFile);
/** Packages are resolved from the parent folders. */
const RESULTS = join(process.cwd(), 'test-results');

const TERMS = {
  x402Version: 2,
  error: 'Payment required',
  resource: { url: 'http://localhost/', description: '', mimeType: 'application/json' },
  accepts: [
    {
      ...{ scheme: 'exact', network: BASE, amount: '5000000', asset: USDC[BASE], maxTimeoutSeconds: 300 },
      ...{ payTo: '0x1111111111111111111111111111111111111111', extra: { name: 'USD Coin', version: '2' } },
    },
  ],
};

let server: Server;
let folder: string;
let base: string;
/** The statuses of the answers to a payment, in order; 0 ends the connection without one. */
let statuses: number[] = [];
let payments: string[] = [];

beforeEach(async () => {
  payments = [];
  mkdirSync(RESULTS, { recursive: true });
  folder = mkdtempSync(join(RESULTS, 'guide-'));
  server = createServer((request: IncomingMessage, response) => {
    const payment = request.headers['payment-signature'];
    if (typeof payment !== 'string') {
      const required = Buffer.from(JSON.stringify(TERMS)).toString('base64');
      return response.writeHead(402, { 'payment-required': required }).end(JSON.stringify(TERMS));
    }
    payments.push(payment);
    const status = statuses.shift() ?? 500;
    if (status === 0) return request.socket.destroy();
    return response.writeHead(status, { 'retry-after': '0.01' }).end(`{"answer":${status}}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Runs the program as it is shown. @returns what it printed */
async function pay(): Promise<string> {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, transformSync(topUpOnBase(base), { loader: 'ts' }).code);
  const env = { ...process.env, WALLET_KEY: generatePrivateKey() };
  return (await run(process.execPath, [file], { env })).stdout;
}

it('sends the same payment until it is credited', { timeout: 60_000 }, async () => {
  statuses = [503, 0, 202, 429, 504, 409, 202, 200];
  expect(await pay()).toBe('200 { answer: 200 }\n');
  expect(payments).toHaveLength(8);
  expect(new Set(payments).size).toBe(1);
});

it('ends with an answer that is final', { timeout: 60_000 }, async () => {
  statuses = [202, 402];
  expect(await pay()).toBe('402 { answer: 402 }\n');
  expect(payments).toHaveLength(2);
});
