import { createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { recoverMessageAddress } from 'viem';
import { checkSignIn } from '../../lib/x402/siwx/check';
import { readPayload } from '../../lib/x402/siwx/payload';
import { evmWallet, signInHeader, solanaWallet, type TestWallet } from '../../lib/x402/siwx/test-wallets';
import { isSigned } from '../../lib/x402/siwx/verify-signature';
import { median } from '../report/median';

const ROUNDS = 7;
/** How long one kind of check runs in a round. */
const RUN_MS = 400;
/** Different headers, so that nothing is measured that is remembered of one. */
const HEADERS = 64;
const DOMAINS = new Set(['localhost']);

/** Checks per second of sign-ins, and of the bare signatures in them, in the same rounds. */
export type CheckRow = { kind: string; bareBy: string; perSecond: number; barePerSecond: number };

type Work = (at: number) => Promise<boolean> | boolean;
type Kind = { kind: string; bareBy: string; check: Work; bare: Work };

/** Measures alternately what a server does with the header of a sign-in, but for its nonce, and the bare signature. */
export async function measureChecks(): Promise<CheckRow[]> {
  const kinds = [await evmKind(), await solanaKind()];
  const rates = kinds.map(() => ({ ours: [] as number[], bare: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, { check, bare }] of kinds.entries()) {
      const [ours, alone] = [await rateOf(check), await rateOf(bare)];
      // The first round warms the compiler.
      if (round > 0) rates[at]?.ours.push(ours);
      if (round > 0) rates[at]?.bare.push(alone);
    }
  }
  return kinds.map(({ kind, bareBy }, at) => ({
    ...{ kind, bareBy },
    perSecond: median(rates[at]?.ours ?? []),
    barePerSecond: median(rates[at]?.bare ?? []),
  }));
}

async function evmKind(): Promise<Kind> {
  const { check, signed } = await signIns(evmWallet);
  const bare: Work = async (at) => {
    const { message, signature, wallet } = signed(at);
    return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toLowerCase() === wallet;
  };
  return { kind: 'Base (a key)', bareBy: 'viem, JavaScript', check, bare };
}

async function solanaKind(): Promise<Kind> {
  const { check, signed } = await signIns(solanaWallet);
  const keys = Array.from({ length: HEADERS }, (_, at) => {
    const x = Buffer.from(base58.decode(signed(at).wallet)).toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  });
  const bare: Work = (at) => {
    const [{ message, signature }, key] = [signed(at), keys[at % HEADERS]];
    return key !== undefined && verify(null, Buffer.from(message), key, base58.decode(signature));
  };
  return { kind: 'Solana', bareBy: 'node:crypto, key prepared', check, bare };
}

/** Sign-ins of as many wallets, and their check. */
async function signIns(make: () => TestWallet) {
  const headers = await Promise.all(Array.from({ length: HEADERS }, () => signInHeader(make())));
  const read = (at: number) =>
    checkSignIn(readPayload(headers[at % HEADERS] ?? ''), { domains: DOMAINS, nowMs: Date.now() });
  const all = headers.map((_, at) => read(at));
  return {
    check: (at: number) => isSigned(read(at), null),
    signed: (at: number) => {
      const { message, signature, wallet } = all[at % HEADERS]!;
      return { message, signature, wallet: wallet.address };
    },
  };
}

/** @throws Error if a check fails */
async function rateOf(work: Work): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  while (performance.now() - startedAt < RUN_MS) {
    if (!(await work(done))) throw new Error('A valid sign-in was refused.');
    done += 1;
  }
  return (done * 1_000) / (performance.now() - startedAt);
}
