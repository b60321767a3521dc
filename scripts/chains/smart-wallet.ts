import { encodeFunctionData, serializeErc6492Signature, type Address, type Hex } from 'viem';
import type { LocalBase } from './base';
import { SMART_WALLET_FACTORY, SMART_WALLET_FACTORY_ABI } from './contracts';

/** A contract wallet of one owner, which may not exist yet. */
export type SmartWallet = {
  address: Address;
  /** Creates it, so that its owner's plain signatures count as its own (EIP-1271). */
  create(): Promise<void>;
  /** The owner's signature in the form that is valid before the wallet exists (EIP-6492). */
  wrap(signature: Hex): Hex;
};

const FACTORY = { address: SMART_WALLET_FACTORY, abi: SMART_WALLET_FACTORY_ABI } as const;

/** @param salt another one gives another wallet of the same owner */
export async function prepareSmartWallet(base: LocalBase, owner: Address, salt: Hex): Promise<SmartWallet> {
  const { client } = base;
  const create = { ...FACTORY, functionName: 'create', args: [owner, salt] } as const;
  return {
    address: await client.readContract({ ...FACTORY, functionName: 'addressOf', args: [owner, salt] }),
    create: async () => {
      const [account] = await client.getAddresses();
      const hash = await client.writeContract({ ...create, account: account ?? null });
      await client.waitForTransactionReceipt({ hash });
    },
    wrap: (signature) =>
      serializeErc6492Signature({ address: SMART_WALLET_FACTORY, data: encodeFunctionData(create), signature }),
  };
}
