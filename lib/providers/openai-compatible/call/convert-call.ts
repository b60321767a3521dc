import { isForwarded } from '../../kit/forwarded-fields';
import type { ChatCall } from '../../spec';
import type { ServerKind } from '../upstream';
import { convertMessages } from './convert-message';
import { FIELDS } from './fields';

/** Fields outside our schema that OpenAI accepts; it refuses requests with any unknown field. */
const EXTRA_OF_OPENAI = new Set(['logit_bias']);
const NONE: ReadonlySet<string> = new Set();

/** A stream, with its usage. */
const STREAMED = { stream: true, stream_options: { include_usage: true } };
const UNSTREAMED = { stream: false };

/**
 * A neutral call as the JSON of `POST /chat/completions`. How each setting is sent: fields.ts.
 * @param isWhole whether the answer is to come in one piece; else it is streamed, with usage
 * @param further fields outside our schema that the operator lets this server have
 */
export function convertCall(
  call: ChatCall,
  kind: ServerKind,
  isWhole: boolean,
  further: ReadonlySet<string> = NONE,
): Record<string, unknown> {
  const body: Record<string, unknown> = {
    ...extraOf(call, kind, further),
    model: call.model,
    messages: convertMessages(call.messages, kind),
    ...(isWhole ? UNSTREAMED : STREAMED),
  };
  for (const field of FIELDS) field.write(call, kind, body);
  return body;
}

function extraOf({ extra }: ChatCall, kind: ServerKind, further: ReadonlySet<string>): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  for (const name in extra) {
    if (kind === 'openai' ? EXTRA_OF_OPENAI.has(name) || further.has(name) : isForwarded(name, further)) {
      taken[name] = extra[name];
    }
  }
  return taken;
}
