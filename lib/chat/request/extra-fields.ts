import { forwardedFields } from '../../providers/kit/forwarded-fields';
import { type ChatRequest, KNOWN_FIELDS } from '../contract';

/**
 * Fields that are forwarded unchanged: sampling fields outside the schema that servers of open models understand. The
 * hold counts them all the same.
 */
export function extraFields(body: ChatRequest): Record<string, unknown> {
  const unknown = Object.entries(body).filter(([name]) => !KNOWN_FIELDS.has(name));
  return unknown.length === 0 ? {} : forwardedFields(Object.fromEntries(unknown));
}
