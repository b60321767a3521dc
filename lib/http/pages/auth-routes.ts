import { answerAuth } from '../../accounts/sign-in/answer-auth';
import { MAX_AUTH_BODY_BYTES } from '../../accounts/sign-in/auth-options';
import { readSession } from '../../accounts/session';
import { ApiError } from '../../core/errors';
import { hasLeft } from '../../core/leaving';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { findNotReady } from '../../platform/database/failure';
import { newRequestId } from '../answer/headers';
import { refuse, type Reply, replyError } from '../answer/reply';
import { readSmallBody } from '../body/read-small-body';
import { signInWithWallet } from '../../x402/console/sign-in';
import { transportOf } from '../server/transport';
import type { PageHandler } from '../server/listener';
import { toApiRequest } from '../server/node-adapter';
import { CLIENT_ADDRESS_HEADER } from '../server/client-address';
import type { ApiRequest } from '../request';

/** The routes of the browser session, which next-auth answers. */
const PREFIX = '/api/auth/';
const METHODS = ['GET', 'HEAD', 'POST'];

/** Answers `/api/auth/**` in this process, without Next; passes everything else on to the pages. */
export function makeAuthRoutes(pages: PageHandler): PageHandler {
  return async (incoming, outgoing, send) => {
    if (!incoming.url?.startsWith(PREFIX)) return pages(incoming, outgoing, send);
    const address = String(incoming.headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');
    const request = toApiRequest(incoming, outgoing, { address, direct: false });
    const reply = await replyAuth(request);
    // Node's `writeHead` would keep only the last of several `set-cookie` headers in a list.
    const cookies = takeCookies(reply);
    if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
    return send(reply, transportOf(request).account ?? null);
  };
}

/** Answers a request to the browser session's routes with next-auth; refusals are answered like every other error. */
export async function replyAuth(request: ApiRequest): Promise<Reply> {
  if (!METHODS.includes(request.method)) {
    const message = `This path supports ${METHODS.join(', ')}, not ${request.method}.`;
    const problem = new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow: METHODS.join(', ') } });
    return refuse(problem, { method: request.method, isOwn: true });
  }
  const transport = transportOf(request);
  const { client, signal, body: source } = transport;
  try {
    transport.account = await accountOf(request.headers.get('cookie'), client.address);
    if (transport.account === undefined) take('sessionRouteAddress', subjectOfAddress(client.address));
    else take('sessionRouteAccount', `account:${transport.account}`);
    const { status, headers, body } = await answerAuth({
      method: request.method === 'HEAD' ? 'GET' : request.method,
      url: request.url,
      headers: request.headers,
      address: client.address,
      readBody: async () => Buffer.from(await readSmallBody(source, MAX_AUTH_BODY_BYTES)).toString(),
      signInWithWallet,
    });
    return { status, headers: [...headers.flat(), 'x-content-type-options', 'nosniff'], body };
  } catch (thrown) {
    return replyError(thrown, { requestId: newRequestId(), metadata: {}, origins: [] }, hasLeft(signal));
  }
}

/** The account of the session; undefined without one, or while the database is unavailable. */
async function accountOf(cookieHeader: string | null, address: string): Promise<string | undefined> {
  try {
    return (await readSession(cookieHeader, address))?.account.id;
  } catch (error) {
    if (findNotReady(error)) return undefined;
    throw error;
  }
}

function takeCookies({ headers }: Reply): string[] {
  const cookies: string[] = [];
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    if (headers[at] === 'set-cookie') cookies.unshift(headers.splice(at, 2)[1] ?? '');
  }
  return cookies;
}
