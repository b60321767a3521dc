import type { UpstreamReply } from '../../../platform/fetch';
import type { UpstreamRefusal } from '../../kit/map-error';
import { refusalOfBody } from '../read-failure';

/** How much of a refusal's body is read, bytes. */
const MAX_REFUSAL_BYTES = 65_536;

/** Reads an answer of Google with another status than 200. A body that cannot be read is not another failure. */
export async function readGoogleRefusal(reply: UpstreamReply): Promise<UpstreamRefusal> {
  const retryAfter = reply.header('retry-after');
  const text = await reply.text(MAX_REFUSAL_BYTES).catch(() => '');
  return refusalOfBody(reply.status, text, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}
