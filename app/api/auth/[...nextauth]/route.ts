import NextAuth from 'next-auth';
import { authOptions } from '@/lib/accounts/sign-in/auth-options';
import type { ApiError } from '@/lib/core/errors';
import { PEER_HEADER } from '@/lib/http/door/peer';
import { replyError } from '@/lib/http/answer/reply';
import { toWebResponse } from '@/lib/http/answer/web-response';
import { newRequestId } from '@/lib/http/answer/headers';

type Arguments = Parameters<typeof NextAuth>;

/** The browser session's own routes, answered by next-auth; a refused attempt is told like every other error. */
async function respond(request: Arguments[0], route: Arguments[1]): Promise<Response> {
  const refusals: ApiError[] = [];
  try {
    const address = request.headers.get(PEER_HEADER) ?? 'local';
    const options = await authOptions(request, { address, onRefusal: (refusal) => refusals.push(refusal) });
    const response: Response = await NextAuth(request, route, options);
    if (refusals[0]) throw refusals[0];
    return response;
  } catch (thrown) {
    return toWebResponse(replyError(thrown, { requestId: newRequestId(), facts: {}, origins: [] }));
  }
}

export { respond as GET, respond as POST };
