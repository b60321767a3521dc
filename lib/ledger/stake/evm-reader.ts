import { MAX_NANO_USD } from '../../core/money';
import { settings } from '../../platform/env';
import { askNode, REVERTED, type RpcNode } from '../../platform/network/json-rpc';
import { processState } from '../../platform/process-state';
import type { StakeReader } from './reader';

/** Decimals of nearly every token (ERC-20), used if the contract has no `decimals()`. */
const USUAL_DECIMALS = 18;
/** Decimals of our own amounts. */
const NANO_DECIMALS = 9;

/** The two functions of ERC-20 that are read. */
const STAKING_ABI = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint8' }] },
] as const;

type Options = {
  /** The staking contract, `0x…`. */
  stakingAddress: `0x${string}`;
  /** A JSON-RPC node of its chain. */
  rpcUrl: string;
  /** The time limit of one call, milliseconds. */
  callMs?: number;
};

/** The reader configured with `DIEM_STAKING_ADDRESS` and `DIEM_RPC_URL`, or null. */
export function stakeReader(): StakeReader | null {
  return processState('ledger.stakeReader', () => {
    const { diemStakingAddress: stakingAddress, diemRpcUrl: rpcUrl } = settings();
    return stakingAddress !== undefined && rpcUrl !== undefined ? makeEvmReader({ stakingAddress, rpcUrl }) : null;
  });
}

/**
 * Creates a reader of an ERC-20-style staking contract: its `balanceOf(wallet)` at the newest block, scaled by its
 * `decimals()`, which are read once.
 */
export function makeEvmReader(options: Options): StakeReader {
  let known: number | null = null;
  return async (walletAddress, signal) => {
    const contract = await openContract(options, signal);
    const units = await contract.balanceOf(walletAddress);
    known ??= await contract.decimals();
    const nano = toNano(units, known);
    if (nano > MAX_NANO_USD) throw new RangeError(`A stake of ${units} units exceeds the maximum of an account.`);
    return nano;
  };
}

/** The contract's two functions; viem is loaded here at first use, because most installations never need it. */
async function openContract({ stakingAddress, rpcUrl, callMs }: Options, signal: AbortSignal | undefined) {
  const node: RpcNode = { url: rpcUrl, setting: 'DIEM_RPC_URL', callMs };
  const [{ createClient, custom, isAddress }, { readContract }] = await Promise.all([
    import('viem'),
    import('viem/actions'),
  ]);
  const client = createClient({
    transport: custom({ request: (request: object) => call(node, request, signal) }, { retryCount: 0 }),
    // A contract may ask its reader to fetch any URL (EIP-3668), which is not allowed here.
    ccipRead: false,
  });
  const target = { address: stakingAddress, abi: STAKING_ABI } as const;
  return {
    balanceOf: async (wallet: string) => {
      if (!isAddress(wallet, { strict: false })) throw new TypeError(`${wallet} is not the address of a wallet.`);
      return readContract(client, { ...target, functionName: 'balanceOf', args: [wallet] });
    },
    decimals: () =>
      readContract(client, { ...target, functionName: 'decimals' }).catch((error: unknown) => {
        if (isRevert(error)) return USUAL_DECIMALS;
        throw error;
      }),
  };
}

/** Sends one `eth_call`. @returns its result, `0x…` */
async function call(node: RpcNode, request: object, signal: AbortSignal | undefined): Promise<string> {
  const result = await askNode(node, request, signal);
  if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result)) {
    throw new Error(`The node of ${node.setting} did not return JSON-RPC.`);
  }
  return result;
}

/**
 * Whether the contract itself rejected the call, like one without that function. An empty result or a node failure says
 * nothing about the contract.
 */
function isRevert(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error.name !== 'RpcRefusal' || !('code' in error)) continue;
    return error.code === REVERTED || /\brevert/i.test(error.message);
  }
  return false;
}

function toNano(units: bigint, decimals: number): bigint {
  return decimals >= NANO_DECIMALS
    ? units / 10n ** BigInt(decimals - NANO_DECIMALS)
    : units * 10n ** BigInt(NANO_DECIMALS - decimals);
}
