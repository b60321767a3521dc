import { forwardedFields } from '../../kit/forwarded-fields';
import type { ChatCall } from '../../spec';
import type { ServerKind } from '../upstream';
import { convertMessages } from './convert-message';
import { FIELDS } from './fields';

/** Fields outside our schema that OpenAI accepts; it refuses requests with any unknown field. */
const EXTRA_OF_OPENAI = new Set(['logit_bias']);

/**
 * A neutral call as the JSON of `POST /chat/completions`. Always streamed, with usage requested: for callers who do not
 * stream, the answer is collected here. How each setting is sent: fields.ts.
 */
export function convertCall(call: ChatCall, kind: ServerKind): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...extraOf(call, kind),
    model: call.model,
    messages: convertMessages(call.messages, kind),
    stream: true,
    stream_options: { include_usage: true },
  };
  for (const field of FIELDS) field.write(call, kind, body);
  return body;
}

function extraOf(call: ChatCall, kind: ServerKind): Record<string, unknown> {
  const extra = forwardedFields(call.extra);
  if (kind !== 'openai') return extra;
  return Object.fromEntries(Object.entries(extra).filter(([name]) => EXTRA_OF_OPENAI.has(name)));
}
