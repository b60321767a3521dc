import { createPublicClient, createWalletClient, http, parseSignature, type Address, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { base as baseChain } from 'viem/chains';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBase, type LocalBase } from './base';
import { MULTICALL, USDC_ABI, USDC_ON_BASE } from './contracts';
import { prepareSmartWallet } from './smart-wallet';

const USDC = { address: USDC_ON_BASE, abi: USDC_ABI } as const;
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC_ON_BASE } as const;
const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
const NEVER = 2n ** 48n;
const FIVE_USDC = 5_000_000n;

let base: LocalBase;
/** Submits what others signed. */
const submitter = privateKeyToAccount(generatePrivateKey());

beforeAll(async () => {
  base = await startBase();
  await base.fundGas(submitter.address, 10n ** 19n);
});
afterEach(() => base.faults.clear());
afterAll(() => base.stop());

const throughProxy = () => {
  const transport = http(base.rpcUrl, { retryCount: 0 });
  return createWalletClient({ account: submitter, chain: baseChain, transport });
};
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address;
async function payerWith(microUsdc: bigint) {
  const payer = privateKeyToAccount(generatePrivateKey());
  await base.fundUsdc(payer.address, microUsdc);
  return payer;
}

type Authorization = { from: Address; to: Address; validAfter?: bigint; validBefore?: bigint };
/** Signs a transfer of 5 USDC; returns the function's arguments but the signature, and the signature. */
async function sign(signer: PrivateKeyAccount, { from, to, validAfter = 0n, validBefore = NEVER }: Authorization) {
  const message = { from, to, value: FIVE_USDC, validAfter, validBefore, nonce: generatePrivateKey() };
  const signed = { domain: DOMAIN, types: TYPES, primaryType: 'TransferWithAuthorization', message } as const;
  const signature = await signer.signTypedData(signed);
  const args = [from, to, FIVE_USDC, validAfter, validBefore, message.nonce] as const;
  return { args, nonce: message.nonce, signature };
}
type Signed = Awaited<ReturnType<typeof sign>>;
/** With the overload that takes the signature as bytes. */
async function submit({ args, signature }: Signed): Promise<Hex> {
  const call = { ...USDC, functionName: 'transferWithAuthorization', args: [...args, signature] } as const;
  const hash = await throughProxy().writeContract(call);
  await base.client.waitForTransactionReceipt({ hash });
  return hash;
}

describe('the chain', () => {
  it('looks like Base', async () => {
    expect(await base.client.getChainId()).toBe(8453);
    expect(await createPublicClient({ transport: http(base.rpcUrl) }).getChainId()).toBe(8453);
    const balanceOf = { ...USDC, functionName: 'balanceOf' } as const;
    const payer = await payerWith(7n);
    const contracts = [payer.address, freshAddress()].map((owner) => ({ ...balanceOf, args: [owner] }) as const);
    const [one, other] = await base.client.multicall({ contracts, multicallAddress: MULTICALL });
    expect([one?.result, other?.result]).toEqual([7n, 0n]);
  });

  it('funds addresses, and again', async () => {
    const owner = freshAddress();
    for (const amount of [3n, 4n]) {
      await base.fundUsdc(owner, amount);
      await base.fundGas(owner, amount);
    }
    expect(await base.usdcOf(owner)).toBe(7n);
    expect(await base.client.getBalance({ address: owner })).toBe(7n);
  });

  it('is gone when it was stopped', async () => {
    const other = await startBase();
    await other.stop();
    await expect(fetch(other.rpcUrl, { method: 'POST' })).rejects.toThrow();
    await expect(other.client.getChainId()).rejects.toThrow();
  });

  it('refuses a port in use', async () => {
    await expect(startBase({ port: Number(new URL(base.rpcUrl).port) })).rejects.toThrow('EADDRINUSE');
  });
});

describe('USDC', () => {
  it('moves what its owner signed, once', async () => {
    const payer = await payerWith(FIVE_USDC);
    const to = freshAddress();
    const signed = await sign(payer, { from: payer.address, to });
    const hash = await submit(signed);
    expect([await base.usdcOf(payer.address), await base.usdcOf(to)]).toEqual([0n, FIVE_USDC]);
    const args = { authorizer: payer.address, nonce: signed.nonce };
    const [used] = await base.client.getContractEvents({
      ...USDC,
      eventName: 'AuthorizationUsed',
      args,
      fromBlock: 0n,
    });
    expect(used?.transactionHash).toBe(hash);
    await expect(submit(signed)).rejects.toThrow('FiatTokenV2: authorization is used or canceled');
  });

  it('takes a signature in three parts', async () => {
    const payer = await payerWith(FIVE_USDC);
    const to = freshAddress();
    const { args, signature } = await sign(payer, { from: payer.address, to });
    const { r, s, v } = parseSignature(signature);
    const call = { ...USDC, functionName: 'transferWithAuthorization' } as const;
    const hash = await throughProxy().writeContract({ ...call, args: [...args, Number(v), r, s] });
    await base.client.waitForTransactionReceipt({ hash });
    expect(await base.usdcOf(to)).toBe(FIVE_USDC);
  });

  it('says why it refuses', async () => {
    const payer = await payerWith(1n);
    const now = (await base.client.getBlock()).timestamp;
    const transfer = { from: payer.address, to: freshAddress() };
    const refusal = async (authorization: Authorization, signer = payer) => submit(await sign(signer, authorization));
    await expect(refusal(transfer)).rejects.toThrow('ERC20: transfer amount exceeds balance');
    await expect(refusal({ ...transfer, validBefore: now })).rejects.toThrow('FiatTokenV2: authorization is expired');
    await expect(refusal({ ...transfer, validAfter: NEVER })).rejects.toThrow(
      'FiatTokenV2: authorization is not yet valid',
    );
    await expect(refusal(transfer, submitter)).rejects.toThrow('FiatTokenV2: invalid signature');
  });

  it('moves nothing that its owner canceled', async () => {
    const payer = await payerWith(FIVE_USDC);
    const signed = await sign(payer, { from: payer.address, to: freshAddress() });
    const message = { authorizer: payer.address, nonce: signed.nonce };
    const cancel = { domain: DOMAIN, types: TYPES, primaryType: 'CancelAuthorization', message } as const;
    const args = [message.authorizer, message.nonce, await payer.signTypedData(cancel)] as const;
    const hash = await throughProxy().writeContract({ ...USDC, functionName: 'cancelAuthorization', args });
    const { logs } = await base.client.waitForTransactionReceipt({ hash });
    const canceled = await base.client.getContractEvents({
      ...USDC,
      eventName: 'AuthorizationCanceled',
      fromBlock: 0n,
    });
    expect(canceled.map(({ transactionHash }) => transactionHash)).toContain(logs[0]?.transactionHash);
    await expect(submit(signed)).rejects.toThrow('FiatTokenV2: authorization is used or canceled');
  });
});

describe('contract wallets', () => {
  const owner = privateKeyToAccount(generatePrivateKey());
  const message = 'Sign in';

  it('sign before they exist (EIP-6492)', async () => {
    const wallet = await prepareSmartWallet(base, owner.address, generatePrivateKey());
    const verify = async (signature: Hex) =>
      createPublicClient({ chain: baseChain, transport: http(base.rpcUrl) }).verifyMessage({
        address: wallet.address,
        message,
        signature,
      });
    expect(await verify(wallet.wrap(await owner.signMessage({ message })))).toBe(true);
    expect(await verify(wallet.wrap(await submitter.signMessage({ message })))).toBe(false);
    expect(await verify(await owner.signMessage({ message }))).toBe(false);
    expect(await base.client.getCode({ address: wallet.address })).toBeUndefined();
  });

  it('sign and pay when they exist (EIP-1271)', async () => {
    const wallet = await prepareSmartWallet(base, owner.address, generatePrivateKey());
    await wallet.create();
    const verify = (signature: Hex) => base.client.verifyMessage({ address: wallet.address, message, signature });
    expect(await verify(await owner.signMessage({ message }))).toBe(true);
    expect(await verify(await submitter.signMessage({ message }))).toBe(false);
    await base.fundUsdc(wallet.address, FIVE_USDC);
    const to = freshAddress();
    await expect(submit(await sign(submitter, { from: wallet.address, to }))).rejects.toThrow('invalid signature');
    await submit(await sign(owner, { from: wallet.address, to }));
    expect(await base.usdcOf(to)).toBe(FIVE_USDC);
  });
});

describe('faults', () => {
  const send = () => throughProxy().sendTransaction({ to: freshAddress(), value: 1n });

  it('pauses mining', async () => {
    await base.faults.pauseMining();
    const waiting = [await send(), await send()];
    const [first = '0x', second = '0x'] = waiting;
    await expect(base.client.getTransactionReceipt({ hash: first })).rejects.toThrow('could not be found');
    await expect(base.fundUsdc(freshAddress(), 1n)).rejects.toThrow('Resume mining');
    await base.faults.mine();
    const receipt = await base.client.getTransactionReceipt({ hash: first });
    expect((await base.client.getTransactionReceipt({ hash: second })).blockNumber).toBe(receipt.blockNumber);
    const third = await send();
    await base.faults.resumeMining();
    await base.client.waitForTransactionReceipt({ hash: third });
    await base.client.waitForTransactionReceipt({ hash: await send() });
  });

  it('sets the clock forward', async () => {
    const { timestamp } = await base.client.getBlock();
    await base.faults.increaseTime(3_600);
    expect((await base.client.getBlock()).timestamp - timestamp).toBeGreaterThanOrEqual(3_600n);
  });

  it('forgets blocks', async () => {
    const owner = freshAddress();
    const snapshot = await base.faults.snapshot();
    const hash = await send();
    await base.client.waitForTransactionReceipt({ hash });
    await base.fundUsdc(owner, 1n);
    await base.faults.revert(snapshot);
    expect(await base.usdcOf(owner)).toBe(0n);
    await expect(base.client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found');
  });

  it('loses the answer to a transaction that was sent', async () => {
    const to = freshAddress();
    base.faults.loseNextAnswer();
    await expect(throughProxy().sendTransaction({ to, value: 1n })).rejects.toThrow();
    await base.faults.mine();
    expect(await base.client.getBalance({ address: to })).toBe(1n);
  });

  it('lies through the proxy alone', async () => {
    base.faults.lie('eth_getBalance', () => '0x1');
    const options = { address: freshAddress() };
    expect(await createPublicClient({ transport: http(base.rpcUrl) }).getBalance(options)).toBe(1n);
    expect(await base.client.getBalance(options)).toBe(0n);
  });
});
