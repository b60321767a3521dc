import { ApiError, type ErrorCode } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { BASE, isSameHex, type Network, NETWORKS, SOLANA, type Wallet } from '../../core/wallet';
import { parseMessage, writeMessage } from './message';
import type { SignInPayload } from './payload';

/** How long ago a message may have been issued. */
export const MAX_AGE_MS = 5 * MINUTE_MS;
/** How far clocks may differ: a message may be issued so far in the future, and its `timestamp` may be so far off. */
export const SKEW_MS = 30 * SECOND_MS;

/** A sign-in whose members are all in order; its signature and its nonce are still to be checked. */
export type CheckedSignIn = {
  wallet: Wallet;
  /** The exact text that was signed. */
  message: string;
  signature: string;
  nonce: string;
  issuedAtMs: number;
};

/** Alphanumeric (EIP-4361). */
const NONCE = /^[a-zA-Z0-9]{8,128}$/;
/** Of EIP-4361, of which there is one version. */
const VERSION = '1';
/** A date and a time with an offset (RFC 3339). */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;
/** Solana's name without its namespace. */
const SOLANA_REFERENCE = SOLANA.slice('solana:'.length);

/**
 * Checks a sign-in in the fixed order of docs/api-rules.md, "Wallet sign-in".
 * @param domains the host names that may be signed in to, without ports, lowercase
 * @throws ApiError X402_SIGN_IN_INVALID_MESSAGE, …_MISSING_NONCE, …_ADDRESS_MISMATCH, …_INVALID_CHAIN_ID,
 *   …_CHAIN_MISMATCH, …_UNSUPPORTED_CHAIN, …_DOMAIN_MISMATCH, …_TIMESTAMP_MISMATCH, …_EXPIRED, …_FUTURE_TIMESTAMP,
 *   …_NOT_BEFORE
 */
export function checkSignIn(
  payload: SignInPayload,
  { domains, nowMs }: { domains: Pick<ReadonlySet<string>, 'has'>; nowMs: number },
): CheckedSignIn {
  const text = payload.message ?? buildMessage(payload);
  const message = parseMessage(text);
  if (message === null) throw refuse('INVALID_MESSAGE', 'The signed message is not a sign-in message (EIP-4361).');
  if (message.version !== VERSION) throw refuse('INVALID_MESSAGE', `The Version must be ${VERSION}.`);
  const { nonce } = message;
  if (nonce === undefined) throw refuse('MISSING_NONCE', 'The signed message has no Nonce.');
  if (!NONCE.test(nonce)) {
    throw refuse('INVALID_MESSAGE', 'The Nonce must be 8 to 128 letters and digits.');
  }
  const issuedAtMs = timeOf('Issued At', message.issuedAt);
  if (issuedAtMs === null) throw refuse('INVALID_MESSAGE', 'The signed message has no Issued At.');
  const isEvm = message.kind === 'Ethereum';
  if (!isSameAddress(payload.address, message.address, isEvm)) {
    throw refuse('ADDRESS_MISMATCH', 'The address is not the one in the signed message.');
  }
  const network = networkOf(payload, message);
  if (!domains.has(hostOf(message.domain))) {
    throw refuse(
      'DOMAIN_MISMATCH',
      `The signed message is for ${hostOf(message.domain)}, which is no sign-in domain of this service.`,
    );
  }
  checkTimes(payload, message, { issuedAtMs, nowMs });
  const address = isEvm ? payload.address.toLowerCase() : payload.address;
  return { wallet: { network, address }, message: text, signature: payload.signature, nonce, issuedAtMs };
}

/** The text from the structured members, as the wallet must have built it. */
function buildMessage(payload: Extract<SignInPayload, { domain: string }>): string {
  const { address, type, domain, uri, version, nonce, issuedAt } = payload;
  if (nonce === undefined) throw refuse('MISSING_NONCE', 'The wallet sign-in has no nonce.');
  if (issuedAt === undefined) throw refuse('INVALID_MESSAGE', 'The wallet sign-in has no issuedAt.');
  const chain = String(payload.chainId ?? '');
  const isSolana = type === 'ed25519' || (type === undefined && chain.startsWith('solana:'));
  return writeMessage({
    ...{ kind: isSolana ? 'Solana' : 'Ethereum', domain, address, statement: payload.statement, uri, version },
    chainId: chain.slice(chain.indexOf(':') + 1),
    ...{ nonce, issuedAt },
    ...{ expirationTime: payload.expirationTime, notBefore: payload.notBefore },
    ...{ requestId: payload.requestId, resources: payload.resources },
  });
}

function isSameAddress(one: string, other: string, isEvm: boolean): boolean {
  return isEvm ? isSameHex(one, other) : one === other;
}

type Message = NonNullable<ReturnType<typeof parseMessage>>;

/** The network of a sign-in: payload and message must name the same one, and it must be one of ours. */
function networkOf({ chainId, type }: SignInPayload, message: Message): Network {
  const sent = chainId === undefined ? null : chainOf(String(chainId));
  const signed = message.chainId === undefined ? null : chainOf(message.chainId, message.kind);
  if (sent !== null && signed !== null && sent !== signed) {
    throw refuse('CHAIN_MISMATCH', 'The chainId is not the Chain ID of the signed message.');
  }
  const chain = sent ?? signed;
  if (chain === null) throw refuse('INVALID_CHAIN_ID', 'The wallet sign-in names no chain.');
  const network = NETWORKS.find((known) => known === chain);
  if (network === undefined) throw refuse('UNSUPPORTED_CHAIN', `Sign in on ${NETWORKS.join(' or ')}.`);
  const isSolana = network === SOLANA;
  if (isSolana !== (message.kind === 'Solana') || (type !== undefined && isSolana !== (type === 'ed25519'))) {
    throw refuse(
      'CHAIN_MISMATCH',
      'The type, the chain, and the first line of the message must be of the same network.',
    );
  }
  return network;
}

/** The CAIP-2 name of a chain. @param kind of the message: a bare reference gets its namespace */
function chainOf(text: string, kind?: Message['kind']): string {
  if (/^eip155:[1-9]\d{0,31}$/.test(text) || /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(text)) return text;
  if (/^[1-9]\d{0,31}$/.test(text)) return `eip155:${text}`;
  if (kind === 'Solana' && text === SOLANA_REFERENCE) return SOLANA;
  throw refuse('INVALID_CHAIN_ID', `The chain must be 8453, ${BASE}, or ${SOLANA}.`);
}

/** A domain without scheme, port, and path, lowercase. */
export function hostOf(domain: string): string {
  const [authority = ''] = domain.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/);
  return authority.toLowerCase().replace(/:\d+$/, '');
}

function checkTimes(
  { timestamp }: SignInPayload,
  message: Message,
  { issuedAtMs, nowMs }: { issuedAtMs: number; nowMs: number },
): void {
  if (timestamp !== undefined && Math.abs(timestamp - issuedAtMs) > SKEW_MS) {
    throw refuse('TIMESTAMP_MISMATCH', 'The timestamp is more than 30 s from Issued At.');
  }
  if (nowMs - issuedAtMs > MAX_AGE_MS) throw refuse('EXPIRED', 'The message was issued more than 5 minutes ago.');
  if (issuedAtMs - nowMs > SKEW_MS) {
    throw refuse('FUTURE_TIMESTAMP', 'The message was issued more than 30 s in the future. Check the clock.');
  }
  const expiresAtMs = timeOf('Expiration Time', message.expirationTime);
  if (expiresAtMs !== null && nowMs >= expiresAtMs) throw refuse('EXPIRED', 'The message has expired.');
  const notBeforeMs = timeOf('Not Before', message.notBefore);
  if (notBeforeMs !== null && nowMs < notBeforeMs) throw refuse('NOT_BEFORE', 'The message is not valid yet.');
}

/** Milliseconds since 1970, or null if the message has no such line. */
function timeOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw refuse('INVALID_MESSAGE', `${name} must be a date and time such as 2026-01-31T12:00:00Z.`);
  return time;
}

type SignInCode = Extract<ErrorCode, `X402_SIGN_IN_${string}`>;
type Problem = SignInCode extends `X402_SIGN_IN_${infer Rest}` ? Rest : never;

/** The error of a sign-in that is refused. */
export function refuse(problem: Problem, message: string): ApiError {
  return new ApiError(`X402_SIGN_IN_${problem}`, message);
}
