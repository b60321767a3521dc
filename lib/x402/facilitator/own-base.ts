import { setTimeout as sleep } from 'node:timers/promises';
import type { FacilitatorEvmSigner } from '@x402/evm';
import { clock } from '../../platform/clock';
import type { RpcNode } from '../../platform/network/json-rpc';
import { openBase } from '../chain/base';
import type { Payment } from '../payment';
import type { PaymentRequirements } from '../rails';
import { toPackage } from './package-payment';
import { type ContractCall, estimateGasOf, isGasTooHigh, type Sender, sendOnBase } from './send-on-base';
import { settleSignal } from './settle-signal';
import type { Facilitator, Settlement, Verdict } from './spec';
import { refuse } from './verdict';
import { watchNode } from './watched-node';

type Options = {
  node: RpcNode;
  /** Pays the gas: `0x…` */
  signerKey: string;
  /** How long to wait for a confirmation, milliseconds. */
  confirmMs?: number;
  /** How often to ask for it. */
  pollMs?: number;
};

const POLL_MS = 500;
/** A payment that is valid for longer is refused, because nobody would know for so long that it has failed. */
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

/** Carries out payments on Base with a key of ours (`X402_BASE_SIGNER_KEY`). */
export function makeBaseFacilitator(options: Options): Facilitator {
  return {
    verify: (payment, requirements, signal) => verify(options, payment, requirements, signal),
    settle: (payment, requirements, _onTransaction, signal) => settle(options, payment, requirements, signal),
  };
}

async function verify(
  options: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  signal = new AbortController().signal,
): Promise<Verdict> {
  const lastSecond = BigInt(Math.floor(clock.now() / 1_000) + MAX_LIFETIME_SECONDS);
  if (payment.expiresAt > lastSecond) {
    return {
      isValid: false,
      reason: 'valid_for_too_long',
      message: 'The payment must expire within a day (validBefore).',
    };
  }
  const node = watchNode(options.node, signal);
  const sender = await makeSender(options, node.ask, signal);
  const { scheme, failures } = await schemeOf(sender);
  const answer = await scheme.verify(toPackage(payment, requirements), requirements);
  if (answer.isValid) return { isValid: true };
  node.throwFailure();
  const isCostly = failures.some(isGasTooHigh);
  return refuse(isCostly ? 'gas_too_high' : (answer.invalidReason ?? ''), answer.invalidMessage);
}

async function settle(
  options: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  caller: AbortSignal | undefined,
): Promise<Settlement> {
  const signal = settleSignal(caller, options.confirmMs);
  const sender = await makeSender(options, watchNode(options.node, signal).ask, signal);
  const { scheme } = await schemeOf(sender);
  const answer = await scheme.settle(toPackage(payment, requirements), requirements);
  if (answer.success) return { isSettled: true, transactionId: answer.transaction };
  return { isSettled: false, reason: answer.errorReason ?? 'unknown', isSent: sender.isSent };
}

async function makeSender(
  { signerKey, pollMs = POLL_MS }: Options,
  ask: Sender['ask'],
  signal: AbortSignal,
): Promise<Sender> {
  const { privateKeyToAccount } = await import('viem/accounts');
  const [client, account] = [await openBase(ask), privateKeyToAccount(signerKey as `0x${string}`)];
  return { client, ask, account, signal, isSent: false, pollMs };
}

/** The package's scheme with our signer, and the errors of simulations. */
async function schemeOf(sender: Sender) {
  const { ExactEvmScheme } = await import('@x402/evm/exact/facilitator');
  const failures: unknown[] = [];
  return { scheme: new ExactEvmScheme(await makeSigner(sender, failures)), failures };
}

async function makeSigner(sender: Sender, failures: unknown[]): Promise<FacilitatorEvmSigner> {
  const [{ encodeFunctionData, concat }, actions] = await Promise.all([import('viem'), import('viem/actions')]);
  const { client, account, signal, pollMs } = sender;
  type Written = Parameters<FacilitatorEvmSigner['writeContract']>[0];
  const callOf = ({ address, abi, functionName, args, dataSuffix = '0x' }: Written): ContractCall => ({
    to: address,
    data: concat([encodeFunctionData({ abi, functionName, args }), dataSuffix]),
  });
  return {
    getAddresses: () => [account.address],
    getCode: (of) => actions.getCode(client, of),
    verifyTypedData: (signed) => actions.verifyTypedData(client, signed),
    // The simulation of a transfer: as we would send it, so that its gas is known too.
    readContract: async ({ args = [], ...read }) => {
      if (read.functionName !== 'transferWithAuthorization') return actions.readContract(client, { ...read, args });
      return estimateGasOf(callOf({ ...read, args }), sender).catch((thrown: unknown) => {
        failures.push(thrown);
        throw thrown;
      });
    },
    writeContract: (written) => sendOnBase(callOf(written), sender),
    // Would deploy a contract wallet, which the scheme does only for factories that it was told to trust.
    sendTransaction: () => Promise.reject(new Error('Only transfers are sent.')),
    waitForTransactionReceipt: async ({ hash }) => {
      for (;;) {
        const receipt = await actions.getTransactionReceipt(client, { hash }).catch(() => null);
        if (receipt !== null) return receipt;
        signal.throwIfAborted();
        await sleep(pollMs);
      }
    },
  };
}
