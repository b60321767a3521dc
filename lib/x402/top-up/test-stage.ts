import { makeTestAccount } from '../../accounts/test-accounts';
import { BASE, SOLANA } from '../../core/wallet';
import { MICRO_PER_USD } from '../constants';
import { startTestNetworks, type TestNetworks } from '../test-networks';

/** For tests: the local networks, and an installation that accepts wallets. */
export type Stage = Pick<TestNetworks, 'base' | 'solana' | 'stop'> & {
  /** A new payer with USDC, and a header with which it pays. */
  sign(network: 'base' | 'solana', usd?: number, fundsMicro?: bigint): Promise<Signed>;
  /** What the receivers of both networks have, micro-USDC. */
  received(): Promise<bigint>;
};

export type Signed = {
  header: string;
  payer: string;
  /** The header of one more payment of this payer. */
  signAgain(): Promise<string>;
};

const FUNDS_MICRO = 20_000_000_000n;

/** Starts both networks and sets the settings; needs an open database, in which it creates the owner. */
export async function openStage(): Promise<Stage> {
  const networks = await startTestNetworks();
  await makeTestAccount('owner@example.com');
  return {
    ...networks,
    sign: async (network, usd = 5, fundsMicro = FUNDS_MICRO) => {
      const payer = await networks.payer(network === 'base' ? BASE : SOLANA, fundsMicro);
      const signAgain = () => payer.header(BigInt(Math.round(usd * MICRO_PER_USD)));
      return { payer: payer.address, header: await signAgain(), signAgain };
    },
    received: async () => (await networks.received(BASE)) + (await networks.received(SOLANA)),
  };
}
