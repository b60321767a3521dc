import { setTimeout as sleep } from 'node:timers/promises';
import type { FacilitatorEvmSigner } from '@x402/evm';
import { isSameHex } from '../../core/wallet';
import type { RpcNode } from '../../platform/network/json-rpc';
import { BASE_USDC, openBase } from '../chain/base';
import type { Ask } from '../chain/node';
import { MAX_REASON_CHARACTERS } from '../constants';
import type { Payment } from '../payment/payment';
import type { PaymentRequirements } from '../rails';
import { checkLifetime } from './check-lifetime';
import { toPackage } from './package-payment';
import { type ContractCall, estimateGasOf, isGasTooHigh, type Sender, sendOnBase } from './send-on-base';
import { settleSignal } from './settle-signal';
import type { Facilitator, Settlement, Verdict } from './spec';
import { refuse } from './verdict';
import { hasManyReverts, noteRevert } from './reverts';
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
/** What the scheme says of a transaction in a block that has moved nothing. */
const MOVED_NOTHING = 'invalid_transaction_state';

/** Carries out payments on Base with a key of ours (`X402_BASE_SIGNER_KEY`). */
export function makeBaseFacilitator(options: Options): Facilitator {
  return {
    verify: (payment, requirements, signal) => verify(options, payment, requirements, signal),
    settle: (payment, requirements, onTransaction, signal) =>
      settle(options, payment, requirements, { onTransaction, signal }),
  };
}

async function verify(
  options: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  signal = new AbortController().signal,
): Promise<Verdict> {
  const refused = checkLifetime(payment);
  if (refused) return refused;
  const node = watchNode(options.node, signal);
  if (hasManyReverts() && (await isContract(payment.payer, node.ask))) return refuse('contract_wallets_paused');
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
  { onTransaction, signal: caller }: Pick<Sender, 'onTransaction'> & { signal: AbortSignal | undefined },
): Promise<Settlement> {
  const signal = settleSignal(caller, options.confirmMs);
  const sender = await makeSender(options, watchNode(options.node, signal).ask, signal, onTransaction);
  const { scheme, failures } = await schemeOf(sender);
  const answer = await scheme.settle(toPackage(payment, requirements), requirements);
  if (answer.success) return { isSettled: true, transactionId: answer.transaction };
  if (answer.errorReason === MOVED_NOTHING) noteRevert();
  const reason = [answer.errorReason ?? 'unknown', ...failures.map(firstCause)].join(': ');
  return { isSettled: false, reason, isSent: sender.isSent };
}

async function isContract(address: string, ask: Ask): Promise<boolean> {
  const { getCode } = await import('viem/actions');
  return (await getCode(await openBase(ask), { address: address as `0x${string}` })) !== undefined;
}

/** What the node has said: the messages of the errors around it contain the whole signed payment. */
function firstCause(thrown: unknown): string {
  let error = thrown;
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  return error instanceof Error ? error.message.slice(0, MAX_REASON_CHARACTERS) : '';
}

async function makeSender(
  { signerKey, pollMs = POLL_MS }: Options,
  ask: Sender['ask'],
  signal: AbortSignal,
  onTransaction: Sender['onTransaction'] = sendsNothing,
): Promise<Sender> {
  const { privateKeyToAccount } = await import('viem/accounts');
  const [client, account] = [await openBase(ask), privateKeyToAccount(signerKey as `0x${string}`)];
  return { client, ask, account, signal, onTransaction, isSent: false, pollMs };
}

const sendsNothing = () => Promise.reject(new Error('A verification sends nothing.'));

/** The package's scheme with our signer, and the errors of what it has simulated and sent. */
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
  const keepFailure = (thrown: unknown) => {
    failures.push(thrown);
    throw thrown;
  };
  return {
    getAddresses: () => [account.address],
    getCode: async (of) => {
      const asked = actions.getCode(client, of);
      if (!isSameHex(of.address, BASE_USDC)) return asked;
      // The package starts to ask for the token's code, and where it refuses a payment before that nobody waits for the
      // answer. A failure would end the process, so it counts as no code: `failures` and the watched node have its cause.
      return asked.catch((thrown: unknown) => void failures.push(thrown));
    },
    verifyTypedData: (signed) => actions.verifyTypedData(client, signed),
    // The simulation of a transfer: as we would send it, so that its gas is known too.
    readContract: async ({ args = [], ...read }) => {
      if (read.functionName !== 'transferWithAuthorization') return actions.readContract(client, { ...read, args });
      return estimateGasOf(callOf({ ...read, args }), sender).catch(keepFailure);
    },
    writeContract: (written) => sendOnBase(callOf(written), sender).catch(keepFailure),
    // Would deploy a contract wallet, which the scheme does only for factories that it is configured to trust.
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
