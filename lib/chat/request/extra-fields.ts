import { forwardedFields } from '../../providers/kit/forwarded-fields';
import { type ChatRequest, KNOWN_FIELDS } from '../contract';

/**
 * What of a request is passed on as it came: unknown fields that no rule holds back. Whatever is among them may end in
 * the prompt, so the hold counts it.
 */
export function extraFields(body: ChatRequest): Record<string, unknown> {
  return forwardedFields(Object.fromEntries(Object.entries(body).filter(([name]) => !KNOWN_FIELDS.has(name))));
}
