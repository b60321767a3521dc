import {
  getBase58Decoder,
  getBase64Decoder,
  type Address,
  type Base64EncodedWireTransaction,
  type Lamports,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { randomBytes } from 'node:crypto';
import { LiteSVM } from 'litesvm';
import type { TransactionError } from './transaction-errors';
import type { TokenAccount } from './tokens';

/** A transaction may use a blockhash for so many slots. */
export const BLOCKHASH_SLOTS = 150n;
/** A block is final after so many slots. */
export const FINAL_SLOTS = 32n;
const FIRST_SLOT = 1_000n;
/** Older transactions and blockhashes are forgotten. */
const MAX_KEPT = 10_000;

/** A token balance of one of a transaction's accounts. */
export type TokenBalance = TokenAccount & { accountIndex: number; decimals: number };

/** A transaction in a block. */
export type IncludedTransaction = {
  slot: bigint;
  blockTimeSeconds: number;
  error: TransactionError | null;
  wire: Base64EncodedWireTransaction;
  accounts: readonly Address[];
  before: { lamports: readonly Lamports[]; tokens: readonly TokenBalance[] };
  after: { lamports: readonly Lamports[]; tokens: readonly TokenBalance[] };
  logs: readonly string[];
  computeUnits: bigint;
};

type NewTransaction = Omit<IncludedTransaction, 'slot' | 'blockTimeSeconds'> & {
  signature: string;
  message: ReadonlyUint8Array;
};

/** LiteSVM executes transactions; slots, blockhashes, and the history of transactions are kept here. */
export type Chain = {
  svm: LiteSVM;
  slot(): bigint;
  advanceSlots(slots: bigint): void;
  /** A fresh blockhash, in a new slot, and the last slot in which it is valid. */
  createBlockhash(): { blockhash: string; lastValidSlot: bigint };
  isValidBlockhash(blockhash: string): boolean;
  /** The transactions in blocks by signature, the oldest first. */
  transactions: ReadonlyMap<string, IncludedTransaction>;
  /** Whether a transaction with this message is in a block, whatever signatures it has here. */
  isIncluded(message: ReadonlyUint8Array): boolean;
  /** Puts an executed transaction into a block. */
  include(transaction: NewTransaction): void;
};

/** @param slotMs the duration of a slot; 0: slots pass only with blockhashes, transactions, and `advanceSlots` */
export function createChain(slotMs: number): Chain {
  // Several blockhashes are valid at a time, but LiteSVM knows one: it checks none, and `isValidBlockhash` does.
  const svm = new LiteSVM().withBlockhashCheck(false);
  const began = performance.now();
  let skipped = FIRST_SLOT;
  const lastValidSlots = new Map<string, bigint>();
  const transactions = new Map<string, IncludedTransaction>();
  const messages = new Map<string, true>();
  const slot = () => skipped + (slotMs > 0 ? BigInt(Math.floor((performance.now() - began) / slotMs)) : 0n);
  return {
    svm,
    slot,
    advanceSlots: (slots) => void (skipped += slots),
    createBlockhash: () => {
      skipped += 1n;
      const blockhash = getBase58Decoder().decode(randomBytes(32));
      const lastValidSlot = slot() + BLOCKHASH_SLOTS;
      keep(lastValidSlots, blockhash, lastValidSlot);
      return { blockhash, lastValidSlot };
    },
    isValidBlockhash: (blockhash) => (lastValidSlots.get(blockhash) ?? 0n) >= slot(),
    transactions,
    isIncluded: (message) => messages.has(getBase64Decoder().decode(message)),
    include: ({ signature, message, ...transaction }) => {
      skipped += 1n;
      keep(messages, getBase64Decoder().decode(message), true);
      const blockTimeSeconds = Math.floor(Date.now() / 1_000);
      keep(transactions, signature, { ...transaction, slot: slot(), blockTimeSeconds });
    },
  };
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}
