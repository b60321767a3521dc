import { z } from 'zod';
import type { UpstreamReply } from '../../platform/fetch';
import type { UpstreamRefusal } from '../kit/map-error';

const MAX_REFUSAL_BYTES = 65_536;

/** `detail` is a text, or a list of invalid members. The server of stable-diffusion.cpp has its text in `error`. */
const Refused = z.object({
  error: z.string().catch(''),
  detail: z
    .union([
      z.string(),
      z
        .array(z.object({ loc: z.array(z.union([z.string(), z.number()])).catch([]), msg: z.string() }))
        .transform((problems) => problems.map(({ loc, msg }) => `${loc.at(-1) ?? 'request'}: ${msg}`).join('; ')),
    ])
    .catch(''),
  errors: z.string().catch(''),
});

/** Reads an answer with another status than 200. A body that cannot be read is not another failure. */
export async function readRefused(reply: UpstreamReply): Promise<UpstreamRefusal> {
  const retryAfter = reply.header('retry-after');
  const { error, detail, errors } = parse(await reply.text(MAX_REFUSAL_BYTES).catch(() => ''));
  // `error` is otherwise the name of an exception.
  const message = detail || errors || error;
  return { status: reply.status, code: error, message, ...(retryAfter !== undefined && { retryAfter }) };
}

function parse(text: string): z.output<typeof Refused> {
  try {
    return Refused.parse(JSON.parse(text));
  } catch {
    return { error: '', detail: '', errors: '' };
  }
}
