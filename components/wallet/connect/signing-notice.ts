import { isApiFailure } from '@/lib/client/failure';
import type { Notice } from '../pay/payment-state';

/** The code with which wallets say that the person declined (EIP-1193). */
const DECLINED = 4001;
/** The code with which wallets say that they do not have the network to switch to (EIP-3326). */
const WITHOUT_NETWORK = 4902;
const DECLINING = /reject|declin|denied|cancel/i;
/** Errors carry their origin in these members. */
const INNER = ['cause', 'error'] as const;
/** No error of a wallet is nested deeper. */
const MAX_DEPTH = 6;

/** What a wallet was asked for: to connect, to sign a payment, or to sign a message. */
type Action = 'connect' | 'pay' | 'sign';

const DECLINED_TEXTS: Record<Action, string> = {
  connect: 'You declined the connection in your wallet. Connect again when you are ready.',
  pay: 'You declined the request in your wallet. Nothing was paid; sign when you are ready.',
  sign: 'You declined the request in your wallet. Sign when you are ready.',
};

/** Codes after which only a new sign-in helps. */
const SIGN_IN_CODES = new Set(['SIGNED_OUT', 'UNAUTHORIZED']);

/** Why a wallet did not connect or sign, for the person. */
export function readSigningNotice(thrown: unknown, action: Action): Notice {
  const end = action === 'pay' ? ' Nothing was paid.' : '';
  if (isApiFailure(thrown)) {
    const needsSignIn = SIGN_IN_CODES.has(thrown.code);
    return { kind: 'failed', text: `${thrown.message}${end}`, ...(needsSignIn && { needsSignIn }) };
  }
  const causes = causesOf(thrown);
  // First: libraries take the failed attempt to add the network for a refusal.
  if (causes.some(isWithoutNetwork)) {
    return { kind: 'failed', text: `Your wallet does not have Base. Add this network in it, then sign again.${end}` };
  }
  if (causes.some(isDeclined)) return { kind: 'declined', text: DECLINED_TEXTS[action] };
  const reason = causes.map(messageOf).findLast((message) => message !== '');
  const what = action === 'connect' ? 'The wallet could not be connected' : 'The wallet did not sign';
  return { kind: 'failed', text: reason === undefined ? `${what}.${end}` : `${what}: ${withPeriod(reason)}${end}` };
}

/** The error and what caused it, the innermost last. */
function causesOf(thrown: unknown): object[] {
  const found: object[] = [];
  let current = thrown;
  while (typeof current === 'object' && current !== null && found.length < MAX_DEPTH) {
    found.push(current);
    const inner: unknown = current;
    current = INNER.map((name) => (inner as Record<string, unknown>)[name]).find((value) => typeof value === 'object');
  }
  return found;
}

function isDeclined(error: object): boolean {
  if ('code' in error && error.code === DECLINED) return true;
  const isNamed = 'name' in error && error.name === 'UserRejectedRequestError';
  return isNamed || DECLINING.test(messageOf(error));
}

const isWithoutNetwork = (error: object) => 'code' in error && error.code === WITHOUT_NETWORK;

/** The first line: libraries append their versions and documentation. */
function messageOf(error: object): string {
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return message.split('\n', 1)[0]?.trim() ?? '';
}

const withPeriod = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
