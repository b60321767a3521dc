import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type { LocalSolana } from '../../scripts/chains/solana';
import { SOLANA, USDC } from '../core/wallet';
import { TOKEN_PROGRAM, usdcAccountOf } from './payment/solana-transaction';
import { rails } from './rails';

/** What a transaction of a test has instead of the usual. */
export type TransactionChanges = {
  amount?: bigint;
  decimals?: number;
  mint?: string;
  /** The account of tokens, not its owner. */
  destination?: string;
  /** Does not sign. */
  authority?: string;
  program?: string;
  computeUnits?: number;
  computePrice?: bigint;
  feePayer?: string;
  /** Before all others. */
  first?: Instruction[];
  /** After the transfer. */
  last?: Instruction[];
  /** Sign as well. */
  signers?: KeyPairSigner[];
};

const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const FIVE_USDC = 5_000_000n;

/** A wallet for transactions that no client would make. */
export async function newTransactionSigner(solana: LocalSolana): Promise<KeyPairSigner> {
  const payer = await generateKeyPairSigner();
  await solana.fundUsdc(payer.address, 100_000_000n);
  return payer;
}

/** The payload of a payment with a transaction of a test: signed by the payer, in base64. */
export async function testTransaction(
  solana: LocalSolana,
  payer: KeyPairSigner,
  changes: TransactionChanges = {},
): Promise<{ transaction: string }> {
  const rail = rails().find(({ network }) => network === SOLANA);
  const { first = [], last = [], computeUnits = 20_000, computePrice = 1n, signers = [] } = changes;
  const feePayer = address(changes.feePayer ?? rail?.feePayer ?? '');
  const [limit, price] = [new DataView(new ArrayBuffer(5)), new DataView(new ArrayBuffer(9))];
  limit.setUint8(0, 2);
  limit.setUint32(1, computeUnits, true);
  price.setUint8(0, 3);
  price.setBigUint64(1, computePrice, true);
  const instructions = [
    ...first,
    { programAddress: COMPUTE_BUDGET, data: new Uint8Array(limit.buffer) },
    { programAddress: COMPUTE_BUDGET, data: new Uint8Array(price.buffer) },
    await transferOf(payer, changes, rail?.payTo ?? ''),
    ...last,
    ...signers.map((signer) => noteOf(signer)),
  ];
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(feePayer, empty),
    (paid) => appendTransactionMessageInstructions(instructions, paid),
  );
  const lifetime = await latestBlockhash(solana.rpcUrl);
  const signed = await partiallySignTransactionMessageWithSigners(
    setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
  );
  return { transaction: getBase64EncodedWireTransaction(signed) };
}

async function transferOf(payer: KeyPairSigner, changes: TransactionChanges, payTo: string) {
  const { amount = FIVE_USDC, decimals = 6, mint = USDC[SOLANA], program = TOKEN_PROGRAM, authority } = changes;
  const data = new DataView(new ArrayBuffer(10));
  data.setUint8(0, 12);
  data.setBigUint64(1, amount, true);
  data.setUint8(9, decimals);
  const [source, receiver] = [await usdcAccountOf(payer.address), await usdcAccountOf(payTo)];
  return {
    programAddress: address(program),
    accounts: [
      { address: address(source), role: AccountRole.WRITABLE },
      { address: address(mint), role: AccountRole.READONLY },
      { address: address(changes.destination ?? receiver), role: AccountRole.WRITABLE },
      authority === undefined
        ? { address: payer.address, role: AccountRole.READONLY_SIGNER, signer: payer }
        : { address: address(authority), role: AccountRole.READONLY },
    ],
    data: new Uint8Array(data.buffer),
  };
}

/** A memo that somebody signs; without a signer, just a memo. */
export function noteOf(signer?: KeyPairSigner, text = 'note'): Instruction {
  return {
    programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    accounts: signer && [{ address: signer.address, role: AccountRole.READONLY_SIGNER, signer } as never],
    data: new TextEncoder().encode(text),
  };
}

async function latestBlockhash(rpcUrl: string) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] });
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result } = (await response.json()) as {
    result: { value: { blockhash: string; lastValidBlockHeight: number } };
  };
  const { blockhash, lastValidBlockHeight } = result.value;
  return { blockhash: blockhash as Blockhash, lastValidBlockHeight: BigInt(lastValidBlockHeight) };
}
