import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  type Transaction,
} from '@solana/kit';
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm';
import { INVALID_PARAMS, rpcError } from '../rpc-json';
import { balancesOf } from './accounts';
import type { Chain } from './chain';
import { isNeverIncluded, toTransactionError, type TransactionError } from './transaction-errors';

/** What RPC nodes answer when the simulation before sending fails. */
const PREFLIGHT_FAILED = -32002;
const MAX_TRANSACTION_BYTES = 1_232;

export type DecodedTransaction = {
  transaction: Transaction;
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
  /** Its first one, which names it. */
  signature: string;
};

type Outcome = { error: TransactionError | null; meta: TransactionMetadata | null };

/**
 * Decodes a transaction of a call.
 * @throws RpcError if it is none, or too large
 */
export function decodeTransaction(text: string, encoding: unknown): DecodedTransaction {
  try {
    const bytes = (encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()).encode(text);
    if (bytes.length > MAX_TRANSACTION_BYTES) throw new Error(`It has more than ${MAX_TRANSACTION_BYTES} bytes.`);
    const transaction = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const [signature] = Object.values(transaction.signatures);
    return {
      transaction,
      message,
      signature: getBase58Decoder().decode(signature ?? new Uint8Array(64)),
    };
  } catch (cause) {
    throw rpcError(INVALID_PARAMS, `Invalid transaction: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** What a transaction would do now, without doing it. */
export function simulate(
  chain: Chain,
  { transaction, message }: DecodedTransaction,
  options: { verifySignatures: boolean; checkBlockhash: boolean },
): Outcome {
  const { svm } = chain;
  if (options.checkBlockhash) {
    if (!chain.isValidBlockhash(message.lifetimeToken)) return { error: 'BlockhashNotFound', meta: null };
    if (chain.isIncluded(transaction.messageBytes)) return { error: 'AlreadyProcessed', meta: null };
  }
  svm.withSigverify(options.verifySignatures);
  try {
    return outcomeOf(() => {
      const result = svm.simulateTransaction(transaction);
      return result instanceof FailedTransactionMetadata ? result : result.meta();
    });
  } finally {
    svm.withSigverify(true);
  }
}

/**
 * Sends a transaction, like a node: with `skipPreflight` nothing is checked before, and a transaction that cannot be
 * included gets its signature as the answer all the same.
 * @param options.drop true: the node accepts it, but it is never included
 * @throws RpcError if the check before sending fails
 */
export function send(
  chain: Chain,
  decoded: DecodedTransaction,
  options: { skipPreflight: boolean; drop: () => boolean },
): string {
  const { message, signature, transaction } = decoded;
  if (!options.skipPreflight) {
    const checked = simulate(chain, decoded, { verifySignatures: true, checkBlockhash: true });
    if (checked.error !== null) throw preflightError(checked);
  }
  if (chain.isIncluded(transaction.messageBytes) || !chain.isValidBlockhash(message.lifetimeToken)) return signature;
  if (options.drop()) return signature;
  const accounts = message.staticAccounts;
  const before = balancesOf(chain.svm, accounts);
  const { error, meta } = execute(chain.svm, transaction);
  if (isNeverIncluded(error)) return signature;
  chain.include({
    signature,
    message: transaction.messageBytes,
    error,
    wire: getBase64EncodedWireTransaction(transaction),
    accounts,
    before,
    after: balancesOf(chain.svm, accounts),
    logs: meta?.logs() ?? [],
    computeUnits: meta?.computeUnitsConsumed() ?? 0n,
  });
  return signature;
}

function execute(svm: LiteSVM, transaction: Transaction): Outcome {
  return outcomeOf(() => svm.sendTransaction(transaction));
}

function outcomeOf(run: () => FailedTransactionMetadata | TransactionMetadata): Outcome {
  try {
    const result = run();
    if (!(result instanceof FailedTransactionMetadata)) return { error: null, meta: result };
    return { error: toTransactionError(result), meta: result.meta() };
  } catch {
    // LiteSVM throws when a signature is missing.
    return { error: 'SignatureFailure', meta: null };
  }
}

function preflightError({ error, meta }: Outcome) {
  const reason = typeof error === 'string' ? error : JSON.stringify(error);
  const data = {
    err: error,
    logs: meta?.logs() ?? [],
    accounts: null,
    unitsConsumed: meta?.computeUnitsConsumed() ?? 0,
  };
  return rpcError(PREFLIGHT_FAILED, `Transaction simulation failed: ${reason}`, data);
}
