import { getBase58Decoder, getBase64Encoder, getUtf8Decoder, type CompiledTransactionMessage } from '@solana/kit';
import { INVALID_PARAMS, rpcError } from '../rpc-json';
import { toRpcTokenBalance } from './accounts';
import { FINAL_SLOTS, type Chain, type IncludedTransaction } from './chain';
import { decodeTransaction } from './transactions';

const MEMO_PROGRAMS = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]);
const MAX_SIGNATURES = 1_000;

/** Whether the block of a transaction counts under this commitment. */
export function isVisible(chain: Chain, { slot }: IncludedTransaction, commitment: unknown): boolean {
  return commitment !== 'finalized' || isFinal(chain, slot);
}

function isFinal(chain: Chain, slot: bigint): boolean {
  return chain.slot() - slot >= FINAL_SLOTS;
}

/** What `getSignatureStatuses` says of a transaction. */
export function toStatus(chain: Chain, { slot, error }: IncludedTransaction) {
  const final = isFinal(chain, slot);
  return {
    slot,
    confirmations: final ? null : chain.slot() - slot,
    err: error,
    status: toStatusField(error),
    confirmationStatus: final ? 'finalized' : 'confirmed',
  };
}

/**
 * A transaction as `getTransaction` gives it.
 * @throws RpcError for an encoding that is not supported
 */
export function toRpcTransaction(transaction: IncludedTransaction, encoding: unknown) {
  const { slot, blockTimeSeconds, before, after, error } = transaction;
  const [feePayerBefore = 0n] = before.lamports;
  const [feePayerAfter = 0n] = after.lamports;
  return {
    slot,
    blockTime: blockTimeSeconds,
    version: versionOf(transaction),
    transaction: encodeTransaction(transaction, encoding),
    meta: {
      err: error,
      status: toStatusField(error),
      // In a payment, nothing else changes the fee payer's balance.
      fee: feePayerBefore - feePayerAfter,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens.map(toRpcTokenBalance),
      postTokenBalances: after.tokens.map(toRpcTokenBalance),
      logMessages: transaction.logs,
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      computeUnitsConsumed: transaction.computeUnits,
      rewards: [],
    },
  };
}

/** What `getSignaturesForAddress` gives: the newest first, below `before` and above `until`. */
export function signaturesFor(
  chain: Chain,
  address: string,
  options: { limit?: unknown; before?: unknown; until?: unknown; commitment?: unknown },
) {
  const newestFirst = [...chain.transactions].reverse();
  const names = newestFirst.map(([signature]) => signature);
  const from = typeof options.before === 'string' ? names.indexOf(options.before) + 1 : 0;
  const until = typeof options.until === 'string' ? names.indexOf(options.until) : -1;
  const limit = typeof options.limit === 'number' ? Math.min(options.limit, MAX_SIGNATURES) : MAX_SIGNATURES;
  return newestFirst
    .slice(from, until < 0 ? undefined : until)
    .filter(([, { accounts }]) => accounts.some((account) => account === address))
    .filter(([, transaction]) => isVisible(chain, transaction, options.commitment))
    .slice(0, limit)
    .map(([signature, transaction]) => {
      const { slot, err, confirmationStatus } = toStatus(chain, transaction);
      const blockTime = transaction.blockTimeSeconds;
      return { signature, slot, err, confirmationStatus, blockTime, memo: memoOf(messageOf(transaction)) };
    });
}

function toStatusField(error: IncludedTransaction['error']) {
  return error === null ? { Ok: null } : { Err: error };
}

function messageOf({ wire }: IncludedTransaction) {
  return decodeTransaction(wire, 'base64').message;
}

function versionOf(transaction: IncludedTransaction) {
  return messageOf(transaction).version;
}

/** The texts of the memo instructions, each with its length, as nodes give them. */
function memoOf({ instructions, staticAccounts }: CompiledTransactionMessage): string | null {
  const memos = instructions
    .filter(({ programAddressIndex }) => MEMO_PROGRAMS.has(staticAccounts[programAddressIndex] ?? ''))
    .map(({ data = new Uint8Array() }) => `[${data.length}] ${getUtf8Decoder().decode(data)}`);
  return memos.length > 0 ? memos.join('; ') : null;
}

function encodeTransaction(transaction: IncludedTransaction, encoding: unknown = 'json') {
  const { wire } = transaction;
  if (encoding === 'base64') return [wire, 'base64'];
  if (encoding === 'base58') return [getBase58Decoder().decode(getBase64Encoder().encode(wire)), 'base58'];
  if (encoding === 'json') return toJsonTransaction(transaction);
  throw rpcError(INVALID_PARAMS, `The encoding ${String(encoding)} is not supported`);
}

function toJsonTransaction({ wire }: IncludedTransaction) {
  const { transaction, message } = decodeTransaction(wire, 'base64');
  const { header, staticAccounts, instructions, lifetimeToken } = message;
  return {
    signatures: Object.values(transaction.signatures).map((bytes) =>
      getBase58Decoder().decode(bytes ?? new Uint8Array(64)),
    ),
    message: {
      accountKeys: staticAccounts,
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices,
        data: getBase58Decoder().decode(data),
        stackHeight: 1,
      })),
      recentBlockhash: lifetimeToken,
    },
  };
}
