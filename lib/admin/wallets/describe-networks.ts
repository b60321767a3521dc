import { SECOND_MS } from '../../core/time';
import { type Network, NETWORKS, USDC_DECIMALS } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { processState } from '../../platform/process-state';
import { chainOf } from '../../x402/chain/chain-of';
import { checkNetwork } from '../../x402/chain/check-start';
import { feePayerOf } from '../../x402/chain/fee-payer';
import { FEES, readFees } from '../../x402/chain/fees';
import { askOf, nodeOf } from '../../x402/chain/node';
import { readUsdc } from '../../x402/chain/usdc-balance';
import { facilitatorServices } from '../../x402/facilitator/facilitator';
import { type ServiceState, serviceStates } from '../../x402/facilitator/remote-support';
import { undoneChecks } from '../../x402/top-up/recheck-credits';
import type { WalletNetwork, WalletsView } from '../contract';

/** For so long, an answer is given again, so that reloading the page costs the nodes nothing. */
const FRESH_MS = 10 * SECOND_MS;
/** How long one call to a node may take while somebody waits for the page. */
const CALL_MS = 4 * SECOND_MS;

type Last = { view: Promise<WalletsView>; atMs: number } | null;

/**
 * The networks on which wallets pay: what the receiver and the payer of the fees have, who sends payments, and what is
 * wrong. The nodes are asked at most once in ten seconds.
 */
export function describeNetworks(): Promise<WalletsView> {
  const state = processState<{ last: Last }>('admin.wallets', () => ({ last: null }));
  const nowMs = clock.now();
  const ageMs = state.last === null ? FRESH_MS : nowMs - state.last.atMs;
  // A negative age: the clock was set back.
  if (state.last !== null && ageMs >= 0 && ageMs < FRESH_MS) return state.last.view;
  const last = { view: describe(nowMs), atMs: nowMs };
  state.last = last;
  // A failure is not kept.
  last.view.catch(() => {
    if (state.last === last) state.last = null;
  });
  return last.view;
}

/** @throws ApiError NOT_READY if the database does not answer; the nodes never make it throw */
async function describe(nowMs: number): Promise<WalletsView> {
  const { payTo } = settings().wallets;
  const used = NETWORKS.filter((network) => payTo[network] !== undefined);
  const [networks, undone] = await Promise.all([
    Promise.all(used.map((network) => describeNetwork(network, payTo[network] ?? ''))),
    undoneChecks(),
  ]);
  for (const { network, message } of undone) {
    networks.find((described) => described.network === network)?.problems.push(message);
  }
  return { networks, checkedAt: new Date(nowMs).toISOString() };
}

async function describeNetwork(network: Network, payTo: string): Promise<WalletNetwork> {
  const feePayer = await feePayerOf(network);
  const [checks, figures] = await Promise.all([
    checkNetwork(network, undefined, CALL_MS),
    readFigures(network, payTo, feePayer).catch(() => null),
  ]);
  // After the check, which asks the services too.
  const services = feePayer === null ? await serviceStates(facilitatorServices()) : [];
  const problems = checks.filter(({ ok }) => !ok).map(({ message }) => message);
  const isSilent = figures === null && problems.length === 0;
  return {
    network,
    receiver: { address: payTo, balanceUsdc: figures?.usdc ?? null },
    feePayer: feePayer === null ? null : { address: feePayer, ...(await feesOf(network, figures?.fees ?? null)) },
    facilitators: services.map((service) => toFacilitator(service, network)),
    problems: isSilent ? [`The node of ${nodeOf(network).setting} did not say what the accounts have.`] : problems,
  };
}

type Figures = { usdc: string | null; fees: bigint | null };

/** @returns null on another chain @throws Error if the node does not answer */
async function readFigures(network: Network, payTo: string, feePayer: string | null): Promise<Figures | null> {
  const ask = askOf(nodeOf(network, CALL_MS));
  if ((await chainOf(network, ask)) !== network) return null;
  const [usdc, fees, { formatUnits }] = await Promise.all([
    readUsdc(network, payTo, ask),
    feePayer === null ? null : readFees(network, feePayer, ask),
    import('viem'),
  ]);
  return { usdc: usdc === null ? null : formatUnits(usdc, USDC_DECIMALS), fees };
}

async function feesOf(network: Network, balance: bigint | null) {
  const { unit, decimals, minimum } = FEES[network];
  const { formatUnits } = await import('viem');
  return {
    unit,
    balance: balance === null ? null : formatUnits(balance, decimals),
    minimum: formatUnits(minimum, decimals),
  };
}

function toFacilitator(
  { url, networks, answeredMs, isFresh }: ServiceState,
  network: Network,
): WalletNetwork['facilitators'][number] {
  const { host, pathname } = new URL(url);
  return {
    // Without a credential that the address may contain.
    name: host + (pathname === '/' ? '' : pathname),
    state: stateOf(networks, isFresh, network),
    at: answeredMs === null ? null : new Date(answeredMs).toISOString(),
  };
}

function stateOf(networks: ServiceState['networks'], isFresh: boolean, network: Network) {
  if (networks === null) return 'never_answered';
  if (!isFresh) return 'silent';
  return networks.has(network) ? 'working' : 'other_networks';
}
