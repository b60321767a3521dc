import { createTestClient, http, isAddress, publicActions, walletActions, type Address, type Hex } from 'viem';
import { base } from 'viem/chains';
import { startAnvil } from './anvil';
import { addressOrRefuse, fillUpWith, withLocalMethods } from './local-methods';
import { CONTRACTS, MULTICALL, SMART_WALLET_FACTORY, USDC_ABI, USDC_ON_BASE } from './contracts';
import type { RpcFaults } from './rpc-faults';
import { INTERNAL_ERROR, rpcError } from './rpc-json';
import { startRpcServer } from './rpc-server';

/** Test, public, and wallet actions, straight to the node: faults do not reach it. */
export type BaseClient = ReturnType<typeof createClient>;

export type BaseFaults = RpcFaults & {
  /** Closes the connection of the next call without an answer; default: of the next transaction that is sent. */
  loseNextAnswer(method?: string): void;
  /** Transactions wait until `mine` or `resumeMining`. */
  pauseMining(): Promise<void>;
  /** Mines what waits, and from now on every transaction at once. */
  resumeMining(): Promise<void>;
  /** Mines blocks with all waiting transactions; default: one. */
  mine(blocks?: number): Promise<void>;
  /** Sets the chain's clock forward and mines a block with the new time. */
  increaseTime(seconds: number): Promise<void>;
  /** The present state, for `revert`. */
  snapshot(): Promise<Hex>;
  /** Forgets all blocks since the snapshot, like a reorganization of the chain. A snapshot can be used once. */
  revert(snapshot: Hex): Promise<void>;
};

export type LocalBase = {
  /** Of a proxy before the node, which shows the faults. */
  rpcUrl: string;
  client: BaseClient;
  /** Mints USDC. Mining must not be paused. */
  fundUsdc(address: Address, microUsdc: bigint): Promise<void>;
  /** Adds ether for gas. */
  fundGas(address: Address, wei: bigint): Promise<void>;
  /** In micro-USDC. */
  usdcOf(address: Address): Promise<bigint>;
  faults: BaseFaults;
  stop(): Promise<void>;
};

/** Viem asks for a receipt this often; its default is 4 s. */
const POLLING_MS = 20;

/**
 * Starts a local Base on 127.0.0.1, in memory: chain ID, USDC's address, and its signature domain are those of the
 * real one, so a payment that was signed for it is valid on the real one too. Use fresh keys only.
 * @param options.port of the RPC; default: a free one
 * @throws Error if the port is in use or anvil does not start
 */
export async function startBase(options: { port?: number } = {}): Promise<LocalBase> {
  const anvil = await startAnvil(base.id);
  try {
    const client = createClient(anvil.url);
    await client.setCode({ address: USDC_ON_BASE, bytecode: CONTRACTS.TestUsdc.deployedBytecode });
    await client.setCode({ address: MULTICALL, bytecode: CONTRACTS.Multicall.deployedBytecode });
    await client.setCode({ address: SMART_WALLET_FACTORY, bytecode: CONTRACTS.SmartWalletFactory.deployedBytecode });
    const funds = fundsOf(client);
    const fillUp = fillUpWith(
      addressOrRefuse(isAddress),
      funds,
    );
    const handle = withLocalMethods((method, params) => forward(anvil.url, method, params), fillUp);
    const proxy = await startRpcServer(handle, options.port);
    const stop = async () => {
      await proxy.stop();
      await anvil.stop();
    };
    return { rpcUrl: proxy.url, client, ...funds, faults: faultsOf(client, proxy.faults), stop };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

function createClient(url: string) {
  const chain = { ...base, rpcUrls: { default: { http: [url] } } };
  return createTestClient({ chain, mode: 'anvil', transport: http(url), pollingInterval: POLLING_MS, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

function fundsOf(client: BaseClient): Pick<LocalBase, 'fundUsdc' | 'fundGas' | 'usdcOf'> {
  const usdc = { address: USDC_ON_BASE, abi: USDC_ABI } as const;
  return {
    fundUsdc: async (address, microUsdc) => {
      if (!(await client.getAutomine())) throw new Error('Resume mining before you mint USDC.');
      // The node has the key of its first account.
      const [account] = await client.getAddresses();
      const mint = { ...usdc, account: account ?? null, functionName: 'mint', args: [address, microUsdc] } as const;
      await client.waitForTransactionReceipt({ hash: await client.writeContract(mint) });
    },
    fundGas: async (address, wei) =>
      client.setBalance({ address, value: (await client.getBalance({ address })) + wei }),
    usdcOf: (address) => client.readContract({ ...usdc, functionName: 'balanceOf', args: [address] }),
  };
}

function faultsOf(client: BaseClient, faults: RpcFaults): BaseFaults {
  return {
    ...faults,
    loseNextAnswer: (method = 'eth_sendRawTransaction') => faults.loseNextAnswer(method),
    pauseMining: () => client.setAutomine(false),
    resumeMining: async () => {
      await client.mine({ blocks: 1 });
      await client.setAutomine(true);
    },
    mine: (blocks = 1) => client.mine({ blocks }),
    increaseTime: async (seconds) => {
      await client.increaseTime({ seconds });
      await client.mine({ blocks: 1 });
    },
    snapshot: () => client.snapshot(),
    revert: (id) => client.revert({ id }),
  };
}

/** Passes a call on to the node, and its error to the caller. */
async function forward(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await response.json()) as {
    result?: unknown;
    error?: { code?: number; message?: string; data?: unknown };
  };
  if (error) throw rpcError(error.code ?? INTERNAL_ERROR, error.message ?? 'No message', error.data);
  return result;
}
