import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createTestClient, http, parseAbi, publicActions, walletActions, type Address, type Hex } from 'viem';
import { foundry } from 'viem/chains';
import { newId } from '../../core/ids';
import { installTestPackage } from '../../platform/testing/test-package';
import staking from './test-staking.json' with { type: 'json' };

/** Of Foundry's packages of anvil, one per platform and 43 MB each. */
const VERSION = '1.7.1';
const READY_MS = 20_000;

const STAKING = parseAbi([
  'function stake(uint256 amount)',
  'function unstake(uint256 amount)',
  'function setDecimals(uint8 value)',
]);

/** A local chain of one node with a few wallets that hold ether. */
export type TestChain = {
  rpcUrl: string;
  wallets: readonly Address[];
  /**
   * Puts a staking contract on the chain.
   * @param decimals absent: the contract has no `decimals()`
   * @returns its address
   */
  deployStaking(decimals?: number): Promise<Address>;
  /** Stakes (above zero) or unstakes (below) this many units, in a separate block. */
  stake(contract: Address, wallet: Address, units: bigint): Promise<void>;
  /** Ends the node. */
  stop(): Promise<void>;
};

/**
 * Starts an Ethereum node (anvil) on a free port of 127.0.0.1.
 * @throws Error if anvil can neither be fetched as a package nor found on the PATH
 */
export async function startTestChain(): Promise<TestChain> {
  const { node, port } = await startNode();
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  const wallets = await client.getAddresses();
  const [deployer] = wallets;
  if (deployer === undefined) throw new Error('anvil has no wallets.');
  return {
    rpcUrl,
    wallets,
    deployStaking: async (decimals) => {
      const address: Address = `0x${newId().replaceAll('-', '').padEnd(40, '0')}`;
      await client.setCode({ address, bytecode: staking.runtime as Hex });
      if (decimals !== undefined) {
        const call = {
          address,
          abi: STAKING,
          functionName: 'setDecimals',
          args: [decimals],
          account: deployer,
        } as const;
        await client.waitForTransactionReceipt({ hash: await client.writeContract(call) });
      }
      return address;
    },
    stake: async (address, account, units) => {
      const functionName = units < 0n ? 'unstake' : 'stake';
      const args = [units < 0n ? -units : units] as const;
      const hash = await client.writeContract({ address, abi: STAKING, functionName, args, account });
      const { status } = await client.waitForTransactionReceipt({ hash });
      if (status !== 'success') throw new Error(`${functionName} was reverted.`);
    },
    stop: () => ended(node),
  };
}

async function startNode(): Promise<{ node: ChildProcess; port: string }> {
  const { program, missing } = await findProgram();
  const node = spawn(program, ['--host', '127.0.0.1', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const port = await new Promise<string>((done, fail) => {
    const late = setTimeout(() => fail(new Error(`anvil did not start: ${printed}`)), READY_MS);
    const end = (error: Error) => {
      clearTimeout(late);
      fail(error);
    };
    node.once('error', (cause) => end(new Error(wanted(), { cause: missing ?? cause })));
    node.once('exit', () => end(new Error(`anvil ended: ${printed}`)));
    for (const output of [node.stdout, node.stderr]) {
      // Read to the end: a full pipe would stop the node.
      output.setEncoding('utf8').on('data', (text: string) => {
        if (printed.length < 10_000) printed += text;
        const listening = /Listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
        if (listening === undefined) return;
        clearTimeout(late);
        done(listening);
      });
    }
  }).catch((error: unknown) => {
    node.kill('SIGKILL');
    throw error;
  });
  return { node, port };
}

/** The program of the package for this platform, else `anvil` on the PATH and why there is no package. */
async function findProgram(): Promise<{ program: string; missing?: unknown }> {
  const name = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  try {
    const folder = await installTestPackage({ name, version: VERSION });
    return { program: join(folder, 'node_modules', name, 'bin', 'anvil') };
  } catch (missing) {
    return { program: 'anvil', missing };
  }
}

function wanted(): string {
  const here = `${process.platform} ${process.arch}`;
  return `This test needs a local Ethereum chain, anvil: no package of it could be fetched (${here}), and none is in the PATH. Install Foundry.`;
}

function ended(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    node.once('exit', () => done());
    node.kill('SIGTERM');
  });
}
