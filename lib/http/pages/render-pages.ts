import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import type { Renderer } from '../../pages/renderer';
import { resolveVisitor } from '../../pages/visitor';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';
import { payloadTooLarge } from '../answer/errors';
import type { PageHandler } from '../server/listener';
import { CLIENT_ADDRESS_HEADER } from '../server/client-address';
import { passPage } from './pass-page';
import { refusePage } from './refuse-page';

/** POST is allowed because a form that is submitted before its script runs gets the page again. */
const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];
/** Largest body of such a form. It is not read. */
const MAX_BODY_BYTES = 16_384;

/** One process renders, on one thread: more pages at a time would only wait for one another there. */
const QUEUE = {
  slots: 4,
  slotsPerAccount: 3,
  maxWaiting: 200,
  maxWaitMs: 10 * SECOND_MS,
  busyMessage: 'Too many pages are being loaded right now. Try again in a few seconds.',
};

/**
 * Makes the page handler: it resolves the visitor (the only thing a page reads from the database), limits how many pages
 * an address without a session may load, and passes requests to the renderer, a few at a time, fairly by account.
 */
export function renderPages(renderer: Renderer): PageHandler {
  const queue = makeFairQueue(QUEUE);
  return async (incoming, outgoing, send) => {
    const seen: Seen = { account: null };
    try {
      await render({ renderer, queue, seen }, incoming, outgoing);
    } catch (error) {
      if (outgoing.headersSent || outgoing.destroyed) throw error;
      await send(refusePage(error, incoming), seen.account);
    }
  };
}

/** The account of the visitor, once it is known. */
type Seen = { account: string | null };

async function render(
  { renderer, queue, seen }: { renderer: Renderer; queue: FairQueue; seen: Seen },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  checkMethod(incoming);
  discardBody(incoming);
  const address = String(incoming.headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');
  const visitor = await resolveVisitor(incoming.headers.cookie ?? null, address);
  seen.account = visitor.visitor?.accountId ?? null;
  const subject = subjectOfAddress(address);
  if (!visitor.visitor) take('page', subject);
  const left = new AbortController();
  outgoing.once('close', () => left.abort(new Error('The client left.')));
  const leave = await enterUnlessLeft(queue, seen.account ?? subject, left.signal);
  if (leave === null) return;
  try {
    const lease = await renderer.lease();
    if (left.signal.aborted) return lease.done();
    await passPage({ incoming, outgoing, visitor }, lease, leave);
  } finally {
    leave();
  }
}

async function enterUnlessLeft(queue: FairQueue, account: string, signal: AbortSignal): Promise<(() => void) | null> {
  try {
    return await queue.enter({ account, signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

function checkMethod({ method = '' }: IncomingMessage): void {
  if (METHODS.includes(method)) return;
  const message = `Pages support ${METHODS.join(', ')}, not ${method}.`;
  throw new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow: METHODS.join(', ') } });
}

/** Pages do not read bodies; a small one is discarded so that the connection can be reused. */
function discardBody(incoming: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (encoding !== undefined || Number(length ?? 0) > MAX_BODY_BYTES) throw payloadTooLarge(MAX_BODY_BYTES);
  incoming.resume();
}
