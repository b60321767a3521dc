import { forwardedFields } from '../../providers/kit/forwarded-fields';
import { type ChatRequest, KNOWN_FIELDS } from '../contract';

/**
 * What of a request is passed on as it came: fields outside of the schema that servers of open models sample by. The hold
 * counts them all the same.
 */
export function extraFields(body: ChatRequest): Record<string, unknown> {
  const unknown = Object.entries(body).filter(([name]) => !KNOWN_FIELDS.has(name));
  return unknown.length === 0 ? {} : forwardedFields(Object.fromEntries(unknown));
}
