import { z } from 'zod';
import { BASE, type Network, NETWORKS, SOLANA } from '../../core/wallet';
import { readHeaderJson } from '../header-json';
import { rails } from '../rails';
import { type PaymentProblem, paymentProblem } from './payment-problem';

/** A payment as it was sent, in either layout. Only its form has been checked. */
export type SentPayment = {
  /** One of ours. */
  network: Network;
  /** What the payer has accepted; absent in the flat layout. */
  accepted?: { asset?: string; payTo?: string; amount?: string };
  /** What was signed; its members depend on the network. */
  payload: Record<string, unknown>;
};

/** Other names of the networks, from version 1 of the protocol. */
const SHORT_NAMES: Record<string, Network> = { base: BASE, solana: SOLANA };

const Version = z.union([z.literal(1), z.literal(2)]);
const Payload = z.record(z.string(), z.unknown());
const Flat = z.object({ x402Version: Version, scheme: z.string(), network: z.string(), payload: Payload });
const Nested = z.object({
  x402Version: z.literal(2),
  accepted: z.object({
    scheme: z.string(),
    network: z.string(),
    asset: z.string().optional(),
    payTo: z.string().optional(),
    amount: z.string().optional(),
  }),
  payload: Payload,
});

/**
 * Reads the header of a payment: base64 of UTF-8 JSON, in the layout of version 2 or in the flat one
 * (docs/api-rules.md, "Top-up").
 * @throws PaymentProblem INVALID_PAYMENT_FORMAT, UNSUPPORTED_SCHEME, UNSUPPORTED_NETWORK
 */
export function readPaymentHeader(header: string): SentPayment {
  const { scheme, network, payload, accepted } = readLayout(readHeaderJson(header, malformed));
  if (scheme !== 'exact') throw paymentProblem('UNSUPPORTED_SCHEME', 'The scheme must be exact.');
  if ('permit2Authorization' in payload) {
    const message = 'Permit2 is not supported: sign a transfer with authorization (EIP-3009).';
    throw paymentProblem('UNSUPPORTED_SCHEME', message);
  }
  const known = SHORT_NAMES[network] ?? NETWORKS.find((name) => name === network);
  if (known === undefined) {
    throw unsupportedNetwork();
  }
  return { network: known, accepted, payload };
}

/** A payment on a network that is not configured. */
export function unsupportedNetwork(): PaymentProblem {
  const offered = rails().map(({ network }) => network);
  return paymentProblem('UNSUPPORTED_NETWORK', `The network must be ${offered.join(' or ')}.`);
}

/** What the members have to be that are no strings. */
const FORMS: Record<string, string> = {
  x402Version: '1 or 2; 2 with accepted',
  accepted: 'an object',
  payload: 'an object',
};

type Layout = Omit<SentPayment, 'network'> & { scheme: string; network: string };

function readLayout(json: unknown): Layout {
  const isNested = typeof json === 'object' && json !== null && 'accepted' in json;
  const parsed = isNested ? Nested.safeParse(json) : Flat.safeParse(json);
  if (!parsed.success) {
    const name = parsed.error.issues[0]?.path.join('.') ?? '';
    throw malformed(name === '' ? 'is not a JSON object' : `needs a valid ${name} (${FORMS[name] ?? 'a string'})`);
  }
  const { data } = parsed;
  if (!('accepted' in data)) return data;
  return {
    scheme: data.accepted.scheme,
    network: data.accepted.network,
    accepted: data.accepted,
    payload: data.payload,
  };
}

const malformed = (what: string) => paymentProblem('INVALID_PAYMENT_FORMAT', `The payment header ${what}.`);
