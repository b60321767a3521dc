import { toWebResponse } from '@/lib/http/answer/web-response';
import { replyAuth } from '@/lib/http/pages/auth-routes';

/** The session endpoints under `next dev` and `next start`; the production server answers them without Next. */
async function respond(request: Request): Promise<Response> {
  return toWebResponse(await replyAuth(request));
}

export { respond as GET, respond as POST };
