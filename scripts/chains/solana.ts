import { address, isAddress, lamports, type Address } from '@solana/kit';
import { FailedTransactionMetadata } from 'litesvm';
import { addressOrRefuse, fillUpWith, withLocalMethods } from './local-methods';
import type { RpcFaults } from './rpc-faults';
import { startRpcServer } from './rpc-server';
import { BLOCKHASH_SLOTS, createChain, FINAL_SLOTS, type Chain } from './solana/chain';
import { createMethods, type Switches } from './solana/methods';
import {
  encodeMint,
  encodeTokenAccount,
  readTokenAccount,
  TOKEN_PROGRAM,
  USDC_MINT,
  usdcAccountOf,
} from './solana/tokens';

export type SolanaFaults = RpcFaults & {
  /** Closes the connection of the next call without an answer; default: of the next transaction that is sent. */
  loseNextAnswer(method?: string): void;
  /** The next transactions, default one, get their signature as the answer but are never included. */
  dropNext(transactions?: number): void;
  /** True: the node knows no transaction, as if it lagged behind; false: it does again. */
  hideStatus(hidden: boolean): void;
  /** Lets so many slots pass at once. */
  advanceSlots(slots: number): void;
  /** Lets so much time pass that what was signed until now can never be included, and that this is final. */
  expireAll(): void;
};

export type LocalSolana = {
  rpcUrl: string;
  fundSol(owner: Address, amountLamports: bigint): Promise<void>;
  /** Adds to the owner's USDC account, which is created if it does not exist. */
  fundUsdc(owner: Address, microUsdc: bigint): Promise<void>;
  /** Creates the owner's empty USDC account, without which the owner can receive no USDC. */
  createUsdcAccount(owner: Address): Promise<void>;
  /** In micro-USDC; 0 without an account. */
  usdcOf(owner: Address): Promise<bigint>;
  faults: SolanaFaults;
  stop(): Promise<void>;
};

/** As on mainnet, about. */
const SLOT_MS = 400;
const USDC_DECIMALS = 6;
const USDC_SUPPLY = 10n ** 18n;
/** More than the rent of the accounts that are written directly. */
const ACCOUNT_LAMPORTS = lamports(10_000_000n);
/** Nobody has its key. */
const NOBODY = address('11111111111111111111111111111111');

/**
 * Starts a local Solana on 127.0.0.1: a JSON-RPC server over LiteSVM, in memory. Genesis hash and USDC's address are
 * those of mainnet. It has no WebSocket.
 * @param options.port of the RPC; default: a free one
 * @param options.slotMs duration of a slot; 0: slots pass only with blockhashes, transactions, and `advanceSlots`
 * @throws Error if the port is in use
 */
export async function startSolana(options: { port?: number; slotMs?: number } = {}): Promise<LocalSolana> {
  const chain = createChain(options.slotMs ?? SLOT_MS);
  writeAccount(chain, USDC_MINT, encodeMint(NOBODY, USDC_SUPPLY, USDC_DECIMALS));
  const switches: Switches = { dropNext: 0, hideStatus: false };
  const funds = fundsOf(chain);
  const fillUp = fillUpWith(addressOrRefuse(isAddress), funds);
  const server = await startRpcServer(withLocalMethods(createMethods(chain, switches), fillUp), options.port);
  return {
    rpcUrl: server.url,
    ...funds,
    faults: faultsOf(chain, switches, server.faults),
    stop: server.stop,
  };
}

function fundsOf(chain: Chain): Pick<LocalSolana, 'fundSol' | 'fundUsdc' | 'createUsdcAccount' | 'usdcOf'> {
  const { svm } = chain;
  const usdcOf = async (owner: Address) => readTokenAccount(svm.getAccount(await usdcAccountOf(owner)))?.amount ?? 0n;
  const fundUsdc = async (owner: Address, microUsdc: bigint) => {
    const account = await usdcAccountOf(owner);
    // Read and written without a pause, so that no transaction comes in between.
    const amount = (readTokenAccount(svm.getAccount(account))?.amount ?? 0n) + microUsdc;
    writeAccount(chain, account, encodeTokenAccount({ mint: USDC_MINT, owner, amount }));
  };
  return {
    fundSol: async (owner, amountLamports) => {
      const result = svm.airdrop(owner, lamports(amountLamports));
      if (!result || result instanceof FailedTransactionMetadata) throw new Error(`No SOL for ${owner}: ${result}`);
    },
    fundUsdc,
    createUsdcAccount: (owner) => fundUsdc(owner, 0n),
    usdcOf,
  };
}

function faultsOf(chain: Chain, switches: Switches, faults: RpcFaults): SolanaFaults {
  return {
    ...faults,
    loseNextAnswer: (method = 'sendTransaction') => faults.loseNextAnswer(method),
    dropNext: (transactions = 1) => void (switches.dropNext += transactions),
    hideStatus: (hidden) => void (switches.hideStatus = hidden),
    advanceSlots: (slots) => chain.advanceSlots(BigInt(slots)),
    expireAll: () => chain.advanceSlots(BLOCKHASH_SLOTS + FINAL_SLOTS + 1n),
    clear: () => {
      Object.assign(switches, { dropNext: 0, hideStatus: false } satisfies Switches);
      faults.clear();
    },
  };
}

function writeAccount(chain: Chain, account: Address, data: Uint8Array): void {
  const rest = { executable: false, lamports: ACCOUNT_LAMPORTS, programAddress: TOKEN_PROGRAM };
  chain.svm.setAccount({ address: account, data, ...rest, space: BigInt(data.length) });
}
