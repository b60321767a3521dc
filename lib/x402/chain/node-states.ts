import { SECOND_MS } from '../../core/time';
import { type Network, NETWORKS } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { chainOf } from './chain-of';
import { askOf, nodeOf } from './node';

/** Whether a node answers, and is on its network; `unknown` until it has been asked for the first time. */
export type NodeState = 'ok' | 'wrong_chain' | 'unreachable' | 'unknown';

/** How long an answer counts, and how long a node may take for one. */
const FRESH_MS = 10 * SECOND_MS;
const CALL_MS = 3 * SECOND_MS;

type Known = { node: NodeState; askedMs: number | null; isAsking: boolean };

/**
 * The node of every network that has a receiver, as it last answered. This never waits: a node that was not asked for
 * ten seconds is asked in the background, once, however often this is called.
 */
export function nodeStates(): { network: Network; node: NodeState }[] {
  const { payTo } = settings().wallets;
  return NETWORKS.filter((network) => payTo[network] !== undefined).map((network) => {
    const known = stateOf(network);
    const ageMs = known.askedMs === null ? FRESH_MS : clock.now() - known.askedMs;
    // A negative age: the clock was set back.
    if (!known.isAsking && (ageMs >= FRESH_MS || ageMs < 0)) void askAgain(network, known);
    return { network, node: known.node };
  });
}

function stateOf(network: Network): Known {
  const all = processState('x402.node-states', () => new Map<Network, Known>());
  const known: Known = all.get(network) ?? { node: 'unknown', askedMs: null, isAsking: false };
  all.set(network, known);
  return known;
}

/** It never throws. */
async function askAgain(network: Network, known: Known): Promise<void> {
  Object.assign(known, { isAsking: true, askedMs: clock.now() });
  try {
    const chain = await chainOf(network, askOf(nodeOf(network, CALL_MS)));
    known.node = chain === network ? 'ok' : 'wrong_chain';
  } catch {
    known.node = 'unreachable';
  }
  known.isAsking = false;
}
