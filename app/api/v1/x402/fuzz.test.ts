import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes } from '@/app/api/route-table';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { BASE, SOLANA, USDC } from '@/lib/core/wallet';
import { openTestServer, type TestServer } from '@/lib/http/server/test-server';
import type { ApiDocument } from '@/lib/openapi/document';
import { makeChecker, type Operation, operationsOf } from '@/lib/openapi/test-checker';
import { settings } from '@/lib/platform/env';
import { evmWallet, signInHeader, solanaWallet } from '@/lib/x402/siwx/test-wallets';
import { openStage, type Stage } from '@/lib/x402/top-up/test-stage';

/* Headers of wallets, right, nearly right, and entirely wrong: the response is always a described one, with an error
   that names a code, and never a server-side error. What is paid is settled on local chains. */

const RUNS = 150;
const API = '/api/v1';
/** Requests of wallets are limited by address: each comes from another one. */
const PROXIES = 1;

/** Mostly what is right; sometimes any other JSON. */
const near = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 10, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => `0x${Buffer.from(all).toString('hex')}`);

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const base58 = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...BASE58), minLength, maxLength });

const evmAddress = hexOf(20);
const solanaAddress = base58(32, 44);
const evmSignature = fc.oneof(
  hexOf(65),
  hexOf(64).chain((bytes) => fc.constantFrom('00', '1b', '1c', 'ff').map((last) => bytes + last)),
  hexOf(200),
  fc.constantFrom('0x', '0x6492649264926492649264926492649264926492649264926492649264926492'),
);
const signature = fc.oneof(evmSignature, base58(60, 90), fc.base64String({ maxLength: 90 }));
const time = fc.oneof(
  fc.integer({ min: -600_000, max: 600_000 }).map((ms) => new Date(Date.now() + ms).toISOString()),
  fc.constantFrom('', 'now', '2026-13-45T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00.000Z'),
);
const nonce = fc.oneof(fc.string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 8, maxLength: 32 }), fc.string());
const chain = fc.constantFrom<unknown>(
  'eip155:8453',
  8453,
  '8453',
  SOLANA,
  'eip155:1',
  'eip155:',
  'solana:x',
  -1,
  1e300,
);
const domain = fc.constantFrom('localhost:3000', 'localhost', 'evil.example', 'http://localhost:3000/a', '', '[::1]');

/** The text of a sign-in, line by line: lines may be missing, wrong, or more than they should be. */
const message = fc
  .record({ domain, kind: fc.constantFrom('Ethereum', 'Solana', 'Other'), chain, nonce, time, more: fc.string() })
  .chain(({ domain: host, kind, chain: id, nonce: once, time: at, more }) =>
    fc
      .record({ address: fc.oneof(evmAddress, solanaAddress), lines: fc.subarray([0, 1, 2, 3, 4, 5, 6]) })
      .map(({ address, lines }) => {
        const all = [
          '',
          `URI: http://${host}/`,
          'Version: 1',
          `Chain ID: ${String(id)}`,
          `Nonce: ${once}`,
          `Issued At: ${at}`,
          more,
        ];
        const rest = lines.length % 2 === 0 ? all.slice(0, 6) : lines.map((line) => all[line]);
        return {
          address,
          text: [`${host} wants you to sign in with your ${kind} account:`, address, '', ...rest].join('\n'),
        };
      }),
  );

const signInPayload = fc.oneof(
  message.chain(({ address, text }) =>
    fc.record(
      {
        address: near(fc.constant(address)),
        message: near(fc.constant(text)),
        signature: near(signature),
        chainId: near(chain),
        timestamp: near(fc.double()),
      },
      { requiredKeys: ['address', 'message', 'signature'] },
    ),
  ),
  fc.record(
    {
      ...{ address: near(fc.oneof(evmAddress, solanaAddress)), signature: near(signature), chainId: near(chain) },
      ...{ domain: near(domain), uri: near(fc.webUrl()), version: near(fc.constant('1')), nonce: near(nonce) },
      ...{ issuedAt: near(time), expirationTime: near(time), notBefore: near(time), statement: near(fc.string()) },
      type: near(fc.constantFrom('eip191', 'eip1271', 'ed25519', 'other')),
      resources: near(fc.array(fc.string(), { maxLength: 3 })),
    },
    { requiredKeys: ['address', 'signature', 'domain', 'uri', 'version'] },
  ),
);

const amount = fc.constantFrom<unknown>(
  '5000000',
  '0',
  '-1',
  '5e6',
  '4999999',
  '10000000001',
  '9'.repeat(80),
  5_000_000,
);
const seconds = fc.oneof(
  fc.integer({ min: -600, max: 600 }).map((ahead) => String(Math.floor(Date.now() / 1_000) + ahead)),
  fc.constantFrom('0', '', '9'.repeat(79), 'soon'),
);

/** @param receiver where payments on Base go */
const paymentPayload = (receiver: string) => {
  const authorization = fc.record({
    ...{ from: near(evmAddress), to: near(fc.constantFrom(receiver, receiver, receiver, `0x${'0'.repeat(40)}`)) },
    ...{ value: near(amount), validAfter: near(seconds), validBefore: near(seconds), nonce: near(hexOf(32)) },
  });
  const payload = fc.oneof(
    fc.record({ signature: near(evmSignature), authorization: near(authorization) }),
    fc.record({ transaction: near(fc.base64String({ maxLength: 900 })) }),
  );
  const network = fc.constantFrom(BASE, SOLANA, 'base', 'solana', 'eip155:1', '');
  const scheme = fc.constantFrom('exact', 'exact', 'exact', 'upto');
  const version = near(fc.constantFrom(2, 1, 3));
  const accepted = fc.record(
    {
      scheme,
      network,
      asset: near(fc.constantFrom(...Object.values(USDC))),
      payTo: near(fc.constant(receiver)),
      amount: near(amount),
    },
    { requiredKeys: ['scheme', 'network'] },
  );
  return fc.oneof(
    fc.record({ x402Version: version, accepted: near(accepted), payload: near(payload) }),
    fc.record({ x402Version: version, scheme: near(scheme), network: near(network), payload: near(payload) }),
  );
};

/** Base64 of the JSON of values, and headers that are not. */
const headersOf = (payloads: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: payloads.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')) },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64')) },
    { weight: 1, arbitrary: fc.base64String({ minLength: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1 }).filter((text) => text.trim() !== '') },
    { weight: 1, arbitrary: fc.constantFrom('A'.repeat(8_193), Buffer.from('['.repeat(6_000)).toString('base64')) },
  );

/** Values of `SIGN-IN-WITH-X`. */
const signInHeaders = headersOf(signInPayload);

/** Values of `PAYMENT-SIGNATURE`. @param receiver where payments on Base go */
const paymentHeaders = (receiver: string) => headersOf(paymentPayload(receiver));

/** Right headers with at most one character of their JSON replaced. */
const nearly = (headers: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...headers), fc.nat({ max: 2_000 }), fc.string({ unit: 'grapheme-ascii', maxLength: 1 }))
    .map(([header, at, character]) => {
      const json = Buffer.from(header, 'base64').toString();
      return Buffer.from(json.slice(0, at) + character + json.slice(at + character.length)).toString('base64');
    });

let service: TestService;
let stage: Stage;
let server: TestServer;
let operations: Operation[];
let check: ReturnType<typeof makeChecker>;
let addresses = 0;

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'error');
  service = await startTestService({ plain: { chunks: ['Good ', 'day'] } });
  stage = await openStage();
  server = await openTestServer(routes, {}, PROXIES);
  const document = (await (await fetch(server.url(`${API}/openapi.json`))).json()) as ApiDocument;
  operations = operationsOf(document);
  check = makeChecker(document);
});
afterAll(async () => {
  await server.close();
  await stage.stop();
  await service.stop();
  vi.unstubAllEnvs();
});

type Sent = { status: number; body: Record<string, unknown>; fault: string | null };

/** Sends one request, from an address of its own. */
async function send(name: string, headers: Record<string, string>, wallet = 'x'): Promise<Sent> {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  const { method, path, requestBody } = operation;
  addresses += 1;
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const response = await fetch(server.url(API + path.replace(/\{\w+\}/, encodeURIComponent(wallet))), {
    method,
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json', ...headers },
    ...(requestBody && { body: JSON.stringify({ model: 'plain', messages: [{ role: 'user', content: 'Hi' }] }) }),
  });
  const [text, type] = [await response.text(), response.headers.get('content-type') ?? ''];
  const answer = { status: response.status, type, text, headers: [...response.headers.keys()] };
  return { status: response.status, body: JSON.parse(text) as Sent['body'], fault: check(operation, answer) };
}

/** Throws unless an answer is a described one of the caller's making, and an error has our format. */
function judge({ status, body, fault }: Sent): void {
  expect(fault).toBeNull();
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  if (status >= 400) expect(body.error, JSON.stringify(body)).toEqual(expect.any(String));
}

const names = fc.constantFrom('SIGN-IN-WITH-X', 'X-Sign-In-With-X');
const paid = fc.constantFrom('PAYMENT-SIGNATURE', 'X-402-Payment', 'X-PAYMENT');

describe('sign-ins', () => {
  it.each([
    'POST /chat/completions',
    'GET /models',
    'GET /x402/balance/{walletAddress}',
    'GET /x402/transactions/{walletAddress}',
    'GET /api_keys',
  ])(
    'of any form are answered as described by %s',
    async (operation) => {
      const statuses = new Set<number>();
      const one = fc.asyncProperty(
        names,
        signInHeaders,
        fc.oneof(evmAddress, solanaAddress),
        async (name, value, wallet) => {
          const sent = await send(operation, { [name]: value }, wallet);
          statuses.add(sent.status);
          judge(sent);
        },
      );
      await fc.assert(one, { numRuns: RUNS });
      expect([...statuses]).toContain(401);
    },
    120_000,
  );

  it('that are right, or right but for a character, are answered as described', async () => {
    const statuses = new Set<number>();
    const kinds = fc.constantFrom(evmWallet(), solanaWallet());
    const one = fc.asyncProperty(names, kinds, fc.gen(), async (name, wallet, generate) => {
      const header = generate(nearly, [await signInHeader(wallet)]);
      const sent = await send('GET /x402/balance/{walletAddress}', { [name]: header }, wallet.address);
      statuses.add(sent.status);
      judge(sent);
    });
    await fc.assert(one, { numRuns: RUNS });
    expect([...statuses]).toEqual(expect.arrayContaining([200, 401]));
  }, 120_000);
});

describe('payments', () => {
  async function answersTo(values: fc.Arbitrary<string>): Promise<unknown[]> {
    const codes = new Set<unknown>();
    const one = fc.asyncProperty(paid, values, async (name, value) => {
      const sent = await send('POST /x402/top-up', { [name]: value });
      codes.add(sent.body.error);
      judge(sent);
    });
    await fc.assert(one, { numRuns: RUNS });
    expect(await stage.received()).toBe(0n);
    return [...codes];
  }

  it('of any form are answered as described, and none is credited', async () => {
    const codes = await answersTo(paymentHeaders(settings().wallets.payTo[BASE] ?? ''));
    expect(codes).toContain('INVALID_PAYMENT_FORMAT');
  }, 120_000);

  it('that are right, or right but for a character, are refused if the wallet has nothing', async () => {
    const signed = await Promise.all([stage.sign('base', 5, 0n), stage.sign('solana', 5, 0n)]);
    const codes = await answersTo(nearly(signed.map(({ header }) => header)));
    expect(codes).toContain('PAYMENT_VERIFICATION_FAILED');
  }, 120_000);

  it('are refused everywhere else, whatever they are', async () => {
    const others = fc.constantFrom('POST /chat/completions', 'GET /models', 'GET /x402/balance/{walletAddress}');
    const one = fc.asyncProperty(others, paid, paymentHeaders(USDC[BASE]), async (operation, name, value) => {
      const sent = await send(operation, { [name]: value });
      judge(sent);
      expect(sent.body.code).toBe('PAYMENT_HEADER_NOT_ACCEPTED');
    });
    await fc.assert(one, { numRuns: RUNS });
  }, 120_000);
});
