import { processState } from '../platform/process-state';
import { FORWARDED_FIELDS } from '../providers/kit/forwarded-fields';
import { fieldsOfProviders } from '../providers/registry';
import { KNOWN_FIELDS } from './contract';
import { OLDER_MEMBERS } from './request/current-names';

const ALWAYS: ReadonlySet<string> = new Set([...KNOWN_FIELDS, ...OLDER_MEMBERS, ...FORWARDED_FIELDS]);

type Members = { further: ReadonlySet<string>; all: ReadonlySet<string> };

/**
 * Names of all members of a chat request that are read: those of the schema, their older names, and those that are
 * forwarded unchanged. The same set until the providers are replaced.
 */
export function chatMembers(): ReadonlySet<string> {
  const further = fieldsOfProviders();
  if (further.size === 0) return ALWAYS;
  const known = processState<Members>('chat.members', () => ({ further, all: new Set([...ALWAYS, ...further]) }));
  if (known.further !== further) {
    known.further = further;
    known.all = new Set([...ALWAYS, ...further]);
  }
  return known.all;
}
