import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberToHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type LocalBase, startBase } from '../../../scripts/chains/base';
import { prepareSmartWallet } from '../../../scripts/chains/smart-wallet';
import { makeContractCheck } from './contract-check';

let base: LocalBase;
beforeAll(async () => {
  base = await startBase();
});
afterAll(() => base.stop());

const owner = privateKeyToAccount(generatePrivateKey());
const salt = (n: number) => numberToHex(n, { size: 32 });
const message = 'localhost wants you to sign in';
const check = () => makeContractCheck({ url: base.rpcUrl, setting: 'X402_BASE_RPC_URL' });

describe('the signature of a contract wallet', () => {
  it('is valid if the contract says so (EIP-1271)', async () => {
    const wallet = await prepareSmartWallet(base, owner.address, salt(1));
    await wallet.create();
    const signature = await owner.signMessage({ message });
    expect(await check()({ address: wallet.address, message, signature })).toBe(true);
    expect(await check()({ address: wallet.address, message: 'another text', signature })).toBe(false);
  });

  it('is valid before the contract is deployed (EIP-6492)', async () => {
    const wallet = await prepareSmartWallet(base, owner.address, salt(2));
    const signature = wallet.wrap(await owner.signMessage({ message }));
    expect(await check()({ address: wallet.address, message, signature })).toBe(true);
    const other = privateKeyToAccount(generatePrivateKey());
    const forged = wallet.wrap(await other.signMessage({ message }));
    expect(await check()({ address: wallet.address, message, signature: forged })).toBe(false);
  });

  it('is unknown while the node is away', async () => {
    const wallet = await prepareSmartWallet(base, owner.address, salt(3));
    await wallet.create();
    const signature = await owner.signMessage({ message });
    base.faults.answer500();
    const asked = check()({ address: wallet.address, message, signature });
    await expect(asked).rejects.toMatchObject({ code: 'NOT_READY' });
    base.faults.clear();
  });
});
