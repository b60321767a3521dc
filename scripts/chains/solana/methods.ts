import { getBase58Decoder, isAddress, lamports, type Address } from '@solana/kit';
import { FailedTransactionMetadata } from 'litesvm';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, rpcError } from '../rpc-json';
import type { RpcHandler } from '../rpc-server';
import { toRpcAccount, toTokenAmount } from './accounts';
import { FINAL_SLOTS, type Chain } from './chain';
import { isVisible, signaturesFor, toRpcTransaction, toStatus } from './history';
import { readDecimals, readTokenAccount } from './tokens';
import { decodeTransaction, send, simulate } from './transactions';

/** Of mainnet: clients recognize the network by it. */
const GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const VERSION = '3.0.0';
const FEE_PER_SIGNATURE = 5_000n;
const MAX_ADDRESSES = 100;

/** What tests switch on and off. */
export type Switches = {
  /** So many of the next transactions are accepted but never included. */
  dropNext: number;
  /** True: the node knows no transaction, as if it lagged behind. */
  hideStatus: boolean;
};

type Method = (params: readonly unknown[]) => unknown;

/** The RPC methods that payments, wallets, and tests need. All answers are of the current state. */
export function createMethods(chain: Chain, switches: Switches): RpcHandler {
  const methods: Record<string, Method> = {
    ...clusterMethods(chain),
    ...accountMethods(chain),
    ...transactionMethods(chain, switches),
    ...historyMethods(chain, switches),
  };
  return (method, params) => {
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!run) throw rpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    return run(params);
  };
}

function clusterMethods(chain: Chain): Record<string, Method> {
  const height = (params: readonly unknown[]) => {
    const isFinal = (options(params, 0).commitment ?? 'finalized') === 'finalized';
    return chain.slot() - (isFinal ? FINAL_SLOTS : 0n);
  };
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': VERSION, 'feature-set': 0 }),
    getGenesisHash: () => GENESIS_HASH,
    getSlot: height,
    // No slot is skipped, so every slot has a block.
    getBlockHeight: height,
    getEpochInfo: (params) => ({ absoluteSlot: height(params), blockHeight: height(params), epoch: 0n }),
    // Nothing is forgotten that a test could ask for.
    getFirstAvailableBlock: () => 0n,
    getLatestBlockhash: () => {
      const { blockhash, lastValidSlot } = chain.createBlockhash();
      return inContext(chain, { blockhash, lastValidBlockHeight: lastValidSlot });
    },
    isBlockhashValid: (params) => inContext(chain, chain.isValidBlockhash(text(params, 0))),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: () => inContext(chain, FEE_PER_SIGNATURE),
    getMinimumBalanceForRentExemption: ([bytes]) => {
      if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) throw invalid(0, 'a length in bytes');
      return chain.svm.minimumBalanceForRentExemption(BigInt(bytes));
    },
  };
}

function accountMethods(chain: Chain): Record<string, Method> {
  const { svm } = chain;
  const account = (address: Address, params: readonly unknown[]) =>
    toRpcAccount(svm, svm.getAccount(address), options(params, 1));
  return {
    getBalance: (params) => inContext(chain, svm.getBalance(addressAt(params, 0)) ?? 0n),
    getAccountInfo: (params) => inContext(chain, account(addressAt(params, 0), params)),
    getMultipleAccounts: (params) => {
      const addresses = list(params, 0).map((_, index, all) => addressAt(all, index));
      return inContext(
        chain,
        addresses.map((address) => account(address, params)),
      );
    },
    getTokenAccountBalance: (params) => {
      const token = readTokenAccount(svm.getAccount(addressAt(params, 0)));
      if (!token) throw rpcError(INVALID_PARAMS, 'Invalid param: could not find account');
      return inContext(chain, toTokenAmount(token.amount, readDecimals(svm.getAccount(token.mint))));
    },
    requestAirdrop: (params) => {
      const amount = params[1];
      if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) throw invalid(1, 'lamports');
      const result = svm.airdrop(addressAt(params, 0), lamports(BigInt(amount)));
      if (!result || result instanceof FailedTransactionMetadata) throw rpcError(INTERNAL_ERROR, 'The airdrop failed');
      return getBase58Decoder().decode(result.signature());
    },
  };
}

function transactionMethods(chain: Chain, switches: Switches): Record<string, Method> {
  const drop = () => {
    if (switches.dropNext === 0) return false;
    switches.dropNext -= 1;
    return true;
  };
  return {
    sendTransaction: (params) => {
      const { encoding, skipPreflight } = options(params, 1);
      return send(chain, decodeTransaction(text(params, 0), encoding), { skipPreflight: skipPreflight === true, drop });
    },
    simulateTransaction: (params) => {
      const { encoding, sigVerify, replaceRecentBlockhash } = options(params, 1);
      const { error, meta } = simulate(chain, decodeTransaction(text(params, 0), encoding), {
        verifySignatures: sigVerify === true,
        checkBlockhash: replaceRecentBlockhash !== true,
      });
      return inContext(chain, {
        err: error,
        logs: meta?.logs() ?? [],
        accounts: null,
        unitsConsumed: meta?.computeUnitsConsumed() ?? 0n,
        returnData: null,
        innerInstructions: null,
      });
    },
  };
}

function historyMethods(chain: Chain, switches: Switches): Record<string, Method> {
  const find = (signature: string) => (switches.hideStatus ? undefined : chain.transactions.get(signature));
  return {
    getSignatureStatuses: (params) => {
      const statuses = list(params, 0).map((_, index, all) => {
        const transaction = find(text(all, index));
        return transaction ? toStatus(chain, transaction) : null;
      });
      return inContext(chain, statuses);
    },
    getTransaction: (params) => {
      const { commitment = 'finalized', encoding } = options(params, 1);
      const transaction = find(text(params, 0));
      return transaction && isVisible(chain, transaction, commitment) ? toRpcTransaction(transaction, encoding) : null;
    },
    getSignaturesForAddress: (params) => {
      const { commitment = 'finalized', ...rest } = options(params, 1);
      const address = addressAt(params, 0);
      return switches.hideStatus ? [] : signaturesFor(chain, address, { ...rest, commitment });
    },
  };
}

function inContext(chain: Chain, value: unknown) {
  return { context: { apiVersion: VERSION, slot: chain.slot() }, value };
}

function invalid(index: number, what: string) {
  return rpcError(INVALID_PARAMS, `Invalid params: parameter ${index + 1} must be ${what}`);
}

function text(params: readonly unknown[], index: number): string {
  const value = params[index];
  if (typeof value !== 'string') throw invalid(index, 'a string');
  return value;
}

function addressAt(params: readonly unknown[], index: number): Address {
  const value = text(params, index);
  if (!isAddress(value)) throw invalid(index, 'an address');
  return value;
}

function list(params: readonly unknown[], index: number): readonly unknown[] {
  const value = params[index];
  if (!Array.isArray(value) || value.length > MAX_ADDRESSES) throw invalid(index, `at most ${MAX_ADDRESSES} values`);
  return value;
}

function options(params: readonly unknown[], index: number): Record<string, unknown> {
  const value = params[index] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(index, 'an object');
  return value as Record<string, unknown>;
}
