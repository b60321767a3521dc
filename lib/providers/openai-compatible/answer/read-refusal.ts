import type { UpstreamReply } from '../../../platform/fetch';
import type { UpstreamRefusal } from '../../kit/map-error';
import { type WireError, WireRefusal } from './wire-error';

/** How much of a refusal's body is read, bytes. */
const MAX_REFUSAL_BYTES = 65_536;

/** Reads an answer with another status than 200. A body that cannot be read is not another failure. */
export async function readRefusal(reply: UpstreamReply): Promise<UpstreamRefusal> {
  const retryAfter = reply.header('retry-after');
  const body = parse(await reply.text(MAX_REFUSAL_BYTES).catch(() => ''));
  const { code, message } = body.error ? describe(body.error) : describe(body);
  return {
    status: reply.status,
    code,
    message: message || (typeof body.detail === 'string' ? body.detail : ''),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** The same for an error inside a stream or in a body of status 200: a numeric code in it is a status (OpenRouter). */
export function refusalOf(error: WireError): UpstreamRefusal {
  const status = Number(error.status ?? error.code);
  return { ...describe(error), status: status >= 400 && status < 600 ? status : statusOf(error) };
}

function statusOf(error: WireError): number {
  const kind = `${error.code ?? ''} ${error.type ?? ''}`;
  if (/context_length|exceed_context|invalid_request|validation/.test(kind)) return 400;
  if (/rate_limit|too_many_requests/.test(kind)) return 429;
  return /overloaded|unavailable|capacity/.test(kind) ? 503 : 500;
}

function describe(error: Pick<WireError, 'code' | 'type' | 'message'>): { code: string; message: string } {
  return { code: String(error.code ?? error.type ?? ''), message: error.message ?? '' };
}

function parse(text: string): WireRefusal {
  try {
    return WireRefusal.parse(JSON.parse(text));
  } catch {
    return WireRefusal.parse({});
  }
}
