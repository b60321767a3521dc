import nextAuth from 'next-auth';
import type { ApiError } from '../../core/errors';
import { authOptions, type WalletSignIn } from './auth-options';
import { readCookies, readFields, readQuery, readStep } from './read-auth-call';

/** A request to next-auth's own routes, read by `http`. */
export type AuthCall = {
  /** `GET` or `POST`. */
  method: string;
  /** Absolute, as the client sent it. */
  url: string;
  headers: { get: (name: string) => string | null };
  /** The client's address. */
  address: string;
  /** Reads the body's text; called once it is known to be small enough. */
  readBody: () => Promise<string>;
  signInWithWallet: WalletSignIn;
};

/** next-auth's response. Header names in lowercase; `set-cookie` may occur several times. */
export type AuthAnswer = { status: number; headers: [name: string, value: string][]; body: string };

/** Node imports the CommonJS module as a whole, a bundler its default export. */
const NextAuth = 'default' in nextAuth ? (nextAuth.default as typeof nextAuth) : nextAuth;

/**
 * Handles the routes of next-auth.
 * @throws ApiError as `authOptions`; the refusal of a sign-in that failed for another reason than a wrong password;
 *   NOT_FOUND and METHOD_NOT_ALLOWED for requests that next-auth would answer in its own format; INVALID_REQUEST if
 *   next-auth cannot read the query or the body
 */
export async function answerAuth(call: AuthCall): Promise<AuthAnswer> {
  const { pathname, searchParams } = new URL(call.url);
  const refusals: ApiError[] = [];
  const { address, signInWithWallet } = call;
  const onRefusal = (refusal: ApiError) => refusals.push(refusal);
  const options = await authOptions(call, { address, onRefusal, signInWithWallet });
  const step = readStep(call.method, pathname);
  const query = readQuery(searchParams);
  const request = {
    method: call.method,
    // The path comes last, so that the query cannot override it.
    query: { ...query, nextauth: step },
    headers: { host: call.headers.get('host') ?? undefined },
    cookies: readCookies(call.headers.get('cookie') ?? ''),
    body:
      call.method === 'POST' ? readFields(await call.readBody(), call.headers.get('content-type') ?? '') : undefined,
  };
  const { answer, response } = collectAnswer();
  await NextAuth(options)(request, response);
  if (refusals[0]) throw refusals[0];
  return answer;
}

/** The response object that next-auth writes to, shaped like Next's and Express's, and what it has written. */
function collectAnswer() {
  const answer: AuthAnswer = { status: 200, headers: [], body: '' };
  const headers = new Map<string, string>();
  const cookies: string[] = [];
  const write = (body?: unknown) => {
    answer.headers = [...headers, ...cookies.map((cookie): [string, string] => ['set-cookie', cookie])];
    if (body !== undefined) answer.body = typeof body === 'string' ? body : JSON.stringify(body);
  };
  const response = {
    // next-auth prepends the cookies found here to its next one: there are none, so each is set separately.
    getHeader: () => undefined,
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    setHeader: (name: string, value: string | string[]) => {
      if (name.toLowerCase() === 'set-cookie') cookies.push(...[value].flat());
      else headers.set(name.toLowerCase(), String(value));
      return response;
    },
    json: (body: unknown) => {
      headers.set('content-type', 'application/json');
      write(body);
    },
    send: write,
    end: () => write(),
  };
  return { answer, response };
}
