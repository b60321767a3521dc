import { setTimeout as sleep } from 'node:timers/promises';
import { startBase } from '../../scripts/chains/base';
import { createBaseKeys } from '../../scripts/chains/keys';
import { startRpcServer } from '../../scripts/chains/rpc-server';

/** How long the node takes for each call. */
const CALL_MS = 300;
/** What it says of every contract. On this machine, asking the chain would take processor time from what is measured. */
const NOTHING = `0x${'0'.repeat(64)}`;
const GAS_WEI = 10n ** 18n;

/** A local Base behind a slow node, with the settings of a server that is paid on it. */
export type SlowBase = {
  settings: Record<string, string>;
  payTo: string;
  /** From now on no contract is asked: the server has checked its settings. */
  forget: () => void;
  stop: () => Promise<void>;
};

/** Starts one. */
export async function startSlowBase(): Promise<SlowBase> {
  const base = await startBase();
  let isAsked = true;
  const node = await startRpcServer(async (method, params) => {
    await sleep(CALL_MS);
    return method === 'eth_call' && !isAsked ? NOTHING : base.client.request({ method, params } as never);
  });
  const [receiver, signer] = [createBaseKeys(), createBaseKeys()];
  await base.fundGas(signer.address, GAS_WEI);
  return {
    settings: {
      X402_PAY_TO_BASE: receiver.address,
      X402_BASE_RPC_URL: node.url,
      X402_BASE_SIGNER_KEY: signer.key,
    },
    payTo: receiver.address,
    forget: () => {
      isAsked = false;
    },
    stop: async () => {
      await node.stop();
      await base.stop();
    },
  };
}
