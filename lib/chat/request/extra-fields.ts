import { isForwarded } from '../../providers/kit/forwarded-fields';
import { fieldsOfProviders } from '../../providers/registry';
import { type ChatRequest, KNOWN_FIELDS } from '../contract';

/**
 * Fields outside the schema that an upstream may get unchanged: sampling fields that servers of open models understand,
 * and those that the operator lists for a provider; each provider then gets only its own. The hold counts them all the
 * same.
 */
export function extraFields(body: ChatRequest): Record<string, unknown> {
  const further = fieldsOfProviders();
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (!KNOWN_FIELDS.has(name) && isForwarded(name, further)) extra[name] = value;
  }
  return extra;
}
