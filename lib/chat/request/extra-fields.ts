import { forwardedFields } from '../../providers/kit/forwarded-fields';
import { type ChatRequest, KNOWN_FIELDS } from '../contract';

/**
 * What of a request is passed on as it came: unknown fields that no rule holds back, and known ones that only some
 * upstreams read. Whatever is among them may end in the prompt, so the hold counts it.
 */
export function extraFields(body: ChatRequest): Record<string, unknown> {
  const effort = body.reasoning_effort ?? body.reasoning?.effort;
  const unknown = Object.fromEntries(Object.entries(body).filter(([name]) => !KNOWN_FIELDS.has(name)));
  return {
    ...forwardedFields(unknown),
    ...(body.stop_token_ids && { stop_token_ids: body.stop_token_ids }),
    ...(effort && { reasoning_effort: effort }),
  };
}
