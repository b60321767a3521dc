import type { FacilitatorSvmSigner } from '@x402/svm';
import { z } from 'zod';
import { SOLANA } from '../../core/wallet';
import type { RpcNode } from '../../platform/network/json-rpc';
import type { Ask } from '../chain/node';
import { signSolana } from '../chain/sign-solana';
import type { Payment } from '../payment/payment';
import { addressOfKeyPair, type PaymentRequirements } from '../rails';
import type { SolanaPayment } from '../payment/solana-payment';
import { toPackage } from './package-payment';
import { sendOnSolana } from './send-on-solana';
import { settleSignal } from './settle-signal';
import type { Facilitator, Settlement, Verdict } from './spec';
import { refuse } from './verdict';
import { watchNode } from './watched-node';

type Options = {
  node: RpcNode;
  /** Pays the fees: a key pair, 64 bytes in base58. */
  signerKey: string;
  /** How long to wait for a confirmation, milliseconds. */
  confirmMs?: number;
  /** How often to ask for it. */
  pollMs?: number;
};

const POLL_MS = 500;
/**
 * The payer of a payment chooses fees that we pay: at most 0.0002 SOL for the computation, and two signatures. Wallets
 * add instructions of their own, so a payment may use some 50,000 units.
 */
const FEE_LIMITS = { maxPriorityFeeMicroLamports: 1_000_000, maxComputeUnits: 200_000, maxRequiredSignatures: 2 };

const Simulation = z.object({ value: z.object({ err: z.unknown() }) });

/** Carries out payments on Solana with a key of ours (`X402_SOLANA_SIGNER_KEY`). */
export function makeSolanaFacilitator(options: Options): Facilitator {
  return {
    verify: (payment, requirements, signal) => verify(options, payment, requirements, signal),
    settle: async (payment, _requirements, onTransaction, signal) => {
      if (payment.network !== SOLANA) throw new Error(`This facilitator does not settle on ${payment.network}.`);
      return settle(options, payment, onTransaction, signal);
    },
  };
}

async function verify(
  { node, signerKey }: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  const { ExactSvmScheme } = await import('@x402/svm/exact/facilitator');
  const { ask, throwFailure } = watchNode(node, signal);
  const scheme = new ExactSvmScheme(await makeVerifier(signerKey, ask), undefined, FEE_LIMITS);
  const answer = await scheme.verify(toPackage(payment, requirements), requirements);
  if (answer.isValid) return { isValid: true };
  throwFailure();
  return refuse(answer.invalidReason ?? '', answer.invalidMessage);
}

/** A signer that only simulates: the package is not used to settle, because it sends before it reports the ID. */
async function makeVerifier(signerKey: string, ask: Ask): Promise<FacilitatorSvmSigner> {
  const { address } = await import('@solana/kit');
  const feePayer = address(addressOfKeyPair(signerKey));
  const unused = () => Promise.reject(new Error('This signer only verifies.'));
  return {
    getAddresses: () => [feePayer],
    simulateTransaction: async (transaction) => {
      const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: false };
      const { value } = Simulation.parse(await ask({ method: 'simulateTransaction', params: [transaction, options] }));
      if (value.err !== null) throw new Error(`The simulation failed: ${JSON.stringify(value.err)}`);
    },
    ...{ signTransaction: unused, sendTransaction: unused, confirmTransaction: unused },
  };
}

async function settle(
  { node, signerKey, confirmMs, pollMs = POLL_MS }: Options,
  { payload }: SolanaPayment,
  onTransaction: (transactionId: string) => Promise<void>,
  caller: AbortSignal | undefined,
): Promise<Settlement> {
  const signal = settleSignal(caller, confirmMs);
  const { transaction, transactionId } = await signSolana(payload.transaction, signerKey);
  await onTransaction(transactionId);
  return sendOnSolana({ transaction, transactionId, ask: watchNode(node, signal).ask, signal, pollMs });
}
