import { z } from 'zod';
import { MINUTE_MS } from '../../core/time';
import { type Network, NETWORKS, SOLANA } from '../../core/wallet';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import { X402_VERSION } from '../constants';
import { type PaymentRequirements, remoteFeePayer } from '../rails';
import { callService, hasJustFailed, type Service } from './remote-call';

/** What a service can carry out. */
type Support = {
  networks: ReadonlySet<Network>;
  /** Which addresses may pay the fees of a Solana payment. In their order, so that all processes choose the same one. */
  feePayers: string[];
};

const TIMEOUT_MS = 10_000;
/** After this time, a service is asked again. */
const FRESH_MS = 10 * MINUTE_MS;

const Supported = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.object({ feePayer: z.string().nullish() }).nullish(),
    }),
  ),
  signers: z.record(z.string(), z.array(z.string())).nullish(),
});

/**
 * The services that can carry out a payment, in their order, but those that have just failed last. One that does not
 * answer counts as it last did.
 * @throws Error if no service has ever answered
 */
export async function servicesFor(
  services: Service[],
  { network, extra }: PaymentRequirements,
  signal?: AbortSignal,
): Promise<Service[]> {
  const supports = await Promise.all(services.map((service) => supportOf(service, signal)));
  if (supports.every((support) => support === null)) throw new Error('No facilitator answers.');
  const able = services.filter((_, index) => {
    const support = supports[index];
    return support?.networks.has(network) && (!('feePayer' in extra) || support.feePayers.includes(extra.feePayer));
  });
  return [...able.filter((service) => !hasJustFailed(service)), ...able.filter(hasJustFailed)];
}

/**
 * Asks the services who pays the fees on Solana, and keeps an address of the first one for `remoteFeePayer`, because a
 * payment names the payer of its fees. An address that is still supported stays. To be repeated: a service may be down,
 * or change its addresses.
 * @returns the networks on which at least one service carries out payments
 */
export async function learnSupport(services: Service[], signal?: AbortSignal): Promise<ReadonlySet<Network>> {
  const supports = await Promise.all(services.map((service) => supportOf(service, signal)));
  const known = supports.filter((support) => support !== null);
  const feePayers = known.filter(({ networks }) => networks.has(SOLANA)).flatMap((support) => support.feePayers);
  const current = remoteFeePayer();
  if (known.length > 0 && (current.address === null || !feePayers.includes(current.address))) {
    current.address = feePayers[0] ?? null;
  }
  return new Set(known.flatMap(({ networks }) => [...networks]));
}

/** A service as this process knows it. */
export type ServiceState = {
  url: string;
  /** Where it carries out payments; null if it has never answered. */
  networks: ReadonlySet<Network> | null;
  /** When it last said so; null likewise. */
  answeredMs: number | null;
  /** Whether that is recent: false if it has stopped answering. */
  isFresh: boolean;
};

/** The state of each service, in their order. One that was asked in the last ten minutes is not asked again. */
export async function serviceStates(services: Service[], signal?: AbortSignal): Promise<ServiceState[]> {
  await Promise.all(services.map((service) => supportOf(service, signal)));
  const nowMs = clock.now();
  return services.map(({ url }) => {
    const known = knownSupport().get(url);
    const { networks = null, askedMs: answeredMs = null } = known ?? {};
    return { url, networks, answeredMs, isFresh: answeredMs !== null && nowMs - answeredMs < FRESH_MS };
  });
}

const knownSupport = () =>
  processState('x402.facilitator-support', () => new Map<string, Support & { askedMs: number }>());

/** @returns null if it has never answered */
async function supportOf(service: Service, signal?: AbortSignal): Promise<Support | null> {
  const known = knownSupport();
  const last = known.get(service.url);
  const nowMs = clock.now();
  if (last !== undefined && nowMs - last.askedMs < FRESH_MS) return last;
  if (hasJustFailed(service)) return last ?? null;
  const asked = await askSupport(service, signal).catch(() => null);
  if (asked !== null) known.set(service.url, { ...asked, askedMs: nowMs });
  return asked ?? last ?? null;
}

async function askSupport(service: Service, signal?: AbortSignal): Promise<Support | null> {
  const { status, json } = await callService(service, 'supported', { timeoutMs: TIMEOUT_MS, signal });
  const parsed = Supported.safeParse(json);
  if (status !== 200 || !parsed.success) return null;
  const { kinds, signers } = parsed.data;
  const ours = kinds.filter(({ x402Version, scheme }) => x402Version === X402_VERSION && scheme === 'exact');
  const networks = NETWORKS.filter((known) => ours.some(({ network }) => network === known));
  const proposed = ours.filter(({ network }) => network === SOLANA).flatMap(({ extra }) => extra?.feePayer ?? []);
  const further = Object.entries(signers ?? {}).flatMap(([family, all]) => (family.startsWith('solana:') ? all : []));
  return { networks: new Set(networks), feePayers: [...new Set([...proposed, ...further])].sort() };
}
