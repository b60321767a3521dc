import {
  createSolanaRpc,
  generateKeyPairSigner,
  getBase64Encoder,
  getTransactionDecoder,
  getSignatureFromTransaction,
  mainnet,
  type Address,
  type Base64EncodedWireTransaction,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit';
import type { PaymentRequirements } from '@x402/core/types';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeJson } from './rpc-json';
import { startSolana, type LocalSolana } from './solana';
import { USDC_MINT, usdcAccountOf } from './solana/tokens';
import { SOLANA } from './test-payments';

const FIVE_USDC = 5_000_000n;
const CONFIRMED = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
const FINAL = { ...CONFIRMED, commitment: 'finalized' } as const;

let solana: LocalSolana;
let feePayer: KeyPairSigner;
let payer: KeyPairSigner;
let treasury: Address;

beforeAll(async () => {
  // Slots pass only when the tests say so.
  solana = await startSolana({ slotMs: 0 });
  feePayer = await generateKeyPairSigner();
  await solana.fundSol(feePayer.address, 1_000_000_000n);
});
afterEach(() => solana.faults.clear());
afterAll(() => solana.stop());

const rpc = () => createSolanaRpc(mainnet(solana.rpcUrl));
const ask = async (method: string, params: unknown[] = []): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await fetch(solana.rpcUrl, { method: 'POST', body })).json();
};

/** A signed transfer of 5 USDC from `payer`, who has `microUsdc`, to `treasury`. */
async function signTransfer(microUsdc = FIVE_USDC, memo = 'quote 7') {
  payer = await generateKeyPairSigner();
  treasury = (await generateKeyPairSigner()).address;
  await solana.fundUsdc(payer.address, microUsdc);
  await solana.createUsdcAccount(treasury);
  const requirements: PaymentRequirements = {
    scheme: 'exact',
    network: SOLANA,
    asset: USDC_MINT,
    amount: String(FIVE_USDC),
    payTo: treasury,
    maxTimeoutSeconds: 60,
    extra: { feePayer: feePayer.address, memo },
  };
  const scheme = new ExactSvmScheme(payer, { rpcUrl: solana.rpcUrl });
  const { payload } = await scheme.createPaymentPayload(2, requirements);
  const signer = toFacilitatorSvmSigner(feePayer, { [SOLANA]: rpc() });
  const signed = await signer.signTransaction(String(payload.transaction), feePayer.address, SOLANA);
  const wire = signed as Base64EncodedWireTransaction;
  const signature = getSignatureFromTransaction(getTransactionDecoder().decode(getBase64Encoder().encode(wire)));
  return { wire, signature };
}

const send = (wire: Base64EncodedWireTransaction, skipPreflight = false) =>
  rpc().sendTransaction(wire, { encoding: 'base64', skipPreflight }).send();
const statusOf = async (signature: Signature) => (await rpc().getSignatureStatuses([signature]).send()).value[0];
const received = () => solana.usdcOf(treasury);

describe('the RPC', () => {
  it('looks like mainnet', async () => {
    expect(await rpc().getGenesisHash().send()).toMatch(SOLANA.replace('solana:', ''));
    const { value: mint } = await rpc().getAccountInfo(USDC_MINT, { encoding: 'base64' }).send();
    const dataSlice = { offset: 44, length: 2 };
    const decimals = await rpc().getAccountInfo(USDC_MINT, { encoding: 'base64', dataSlice }).send();
    expect(decimals.value?.data).toEqual([Buffer.from([6, 1]).toString('base64'), 'base64']);
    expect(mint).toMatchObject({ space: 82n, owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' });
  });

  it('refuses what it does not know, and invalid parameters', async () => {
    expect(await ask('getBlock', [1])).toMatchObject({
      error: { code: -32601, message: 'Method not found: getBlock' },
    });
    expect(await ask('toString')).toMatchObject({ error: { code: -32601 } });
    expect(await ask('getBalance', ['x'])).toMatchObject({ error: { code: -32602 } });
    expect(await ask('getAccountInfo', [USDC_MINT, { encoding: 'zip' }])).toMatchObject({ error: { code: -32602 } });
    expect(await ask('sendTransaction', ['x', { encoding: 'base64' }])).toMatchObject({ error: { code: -32602 } });
    expect(await ask('getMultipleAccounts', [Array(101).fill(USDC_MINT)])).toMatchObject({ error: { code: -32602 } });
  });

  it('shows balances', async () => {
    const { address: owner } = await generateKeyPairSigner();
    expect(await solana.usdcOf(owner)).toBe(0n);
    for (const amount of [3n, 4n]) await solana.fundUsdc(owner, amount);
    await solana.fundSol(owner, 5_000_000n);
    const account = await usdcAccountOf(owner);
    expect((await rpc().getTokenAccountBalance(account).send()).value).toMatchObject({ amount: '7', decimals: 6 });
    expect((await rpc().getBalance(owner).send()).value).toBe(5_000_000n);
    const { value } = await rpc().getAccountInfo(account, { encoding: 'jsonParsed' }).send();
    expect(value?.data).toMatchObject({ parsed: { info: { mint: USDC_MINT, owner, tokenAmount: { amount: '7' } } } });
    await expect(rpc().getTokenAccountBalance(owner).send()).rejects.toThrow();
  });

  it('counts slots, with a finalized one behind', async () => {
    const slot = await rpc().getSlot({ commitment: 'confirmed' }).send();
    solana.faults.advanceSlots(5);
    expect(await rpc().getBlockHeight({ commitment: 'confirmed' }).send()).toBe(slot + 5n);
    expect(await rpc().getBlockHeight({ commitment: 'finalized' }).send()).toBe(slot + 5n - 32n);
  });
});

describe('a transaction', () => {
  it('moves USDC, and is in the history', async () => {
    const { wire, signature } = await signTransfer();
    expect(await send(wire)).toBe(signature);
    expect([await solana.usdcOf(payer.address), await received()]).toEqual([0n, FIVE_USDC]);
    expect(await statusOf(signature)).toMatchObject({ err: null, confirmationStatus: 'confirmed' });
    expect(await rpc().getTransaction(signature, FINAL).send()).toBeNull();
    solana.faults.advanceSlots(32);
    expect(await statusOf(signature)).toMatchObject({ err: null, confirmationStatus: 'finalized' });
    const transaction = await rpc().getTransaction(signature, FINAL).send();
    expect(transaction?.transaction[0]).toBe(wire);
    expect(transaction?.meta).toMatchObject({ err: null, fee: expect.any(BigInt) });
    const amounts = (balances: readonly { owner?: string }[] = []) =>
      balances.filter(({ owner }) => owner === treasury);
    expect(amounts(transaction?.meta?.preTokenBalances)).toMatchObject([{ uiTokenAmount: { amount: '0' } }]);
    expect(amounts(transaction?.meta?.postTokenBalances)).toMatchObject([{ uiTokenAmount: { amount: '5000000' } }]);
  });

  it('is found by address and by memo', async () => {
    const { wire, signature } = await signTransfer(FIVE_USDC, 'quote 12');
    await send(wire);
    const account = await usdcAccountOf(treasury);
    const found = await rpc().getSignaturesForAddress(account, { commitment: 'confirmed' }).send();
    expect(found).toMatchObject([{ signature, err: null, memo: '[8] quote 12' }]);
    expect(await rpc().getSignaturesForAddress(account, { commitment: 'finalized' }).send()).toEqual([]);
    const json = await rpc()
      .getTransaction(signature, { ...CONFIRMED, encoding: 'json' })
      .send();
    expect(json?.transaction.message.accountKeys[0]).toBe(feePayer.address);
  });

  it('is included once', async () => {
    const { wire, signature } = await signTransfer(2n * FIVE_USDC);
    await send(wire);
    await expect(send(wire)).rejects.toThrow();
    expect(await send(wire, true)).toBe(signature);
    expect(await received()).toBe(FIVE_USDC);
  });

  it('fails in a block without enough USDC, unless it is checked before', async () => {
    const { wire, signature } = await signTransfer(1n);
    await expect(send(wire)).rejects.toMatchObject({ context: { logs: expect.any(Array) } });
    expect(await statusOf(signature)).toBeNull();
    const simulated = await rpc().simulateTransaction(wire, { encoding: 'base64' }).send();
    expect(writeJson(simulated.value.err)).toBe('{"InstructionError":[2,{"Custom":1}]}');
    expect(await send(wire, true)).toBe(signature);
    expect((await statusOf(signature))?.err).not.toBeNull();
    expect(await received()).toBe(0n);
  });

  it('is never included with a wrong signature', async () => {
    const { wire, signature } = await signTransfer();
    const bytes = Buffer.from(wire, 'base64');
    // Within the payer's signature, the second one.
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    const forged = bytes.toString('base64') as Base64EncodedWireTransaction;
    await expect(send(forged)).rejects.toThrow();
    expect(await send(forged, true)).toBe(signature);
    expect([await statusOf(signature), await received()]).toEqual([null, 0n]);
  });
});

describe('faults', () => {
  it('drops a transaction', async () => {
    const { wire, signature } = await signTransfer();
    solana.faults.dropNext();
    expect(await send(wire)).toBe(signature);
    expect([await statusOf(signature), await received()]).toEqual([null, 0n]);
    expect(await send(wire)).toBe(signature);
    expect(await received()).toBe(FIVE_USDC);
  });

  it('hides transactions', async () => {
    const { wire, signature } = await signTransfer();
    await send(wire);
    solana.faults.hideStatus(true);
    expect(await statusOf(signature)).toBeNull();
    expect(await rpc().getTransaction(signature, CONFIRMED).send()).toBeNull();
    solana.faults.hideStatus(false);
    expect(await statusOf(signature)).not.toBeNull();
    expect(await rpc().getTransaction(signature, CONFIRMED).send()).not.toBeNull();
  });

  it('lets blockhashes expire', async () => {
    const { wire, signature } = await signTransfer();
    const { value } = await rpc().getLatestBlockhash().send();
    expect((await rpc().isBlockhashValid(value.blockhash).send()).value).toBe(true);
    solana.faults.expireAll();
    expect((await rpc().isBlockhashValid(value.blockhash).send()).value).toBe(false);
    const height = await rpc().getBlockHeight({ commitment: 'finalized' }).send();
    expect(height).toBeGreaterThan(value.lastValidBlockHeight);
    await expect(send(wire)).rejects.toThrow();
    expect(await send(wire, true)).toBe(signature);
    expect([await statusOf(signature), await received()]).toEqual([null, 0n]);
  });

  it('loses an answer', async () => {
    const { wire, signature } = await signTransfer();
    solana.faults.loseNextAnswer();
    await expect(send(wire)).rejects.toThrow();
    expect(await statusOf(signature)).toMatchObject({ err: null });
    expect(await received()).toBe(FIVE_USDC);
  });
});
