import { FORWARDED_FIELDS } from '../providers/kit/forwarded-fields';
import { KNOWN_FIELDS } from './contract';
import { OLDER_MEMBERS } from './request/current-names';

/**
 * Names of all members of a chat request that are read: those of the schema, their older names, and those that are
 * forwarded unchanged.
 */
export const CHAT_MEMBERS: ReadonlySet<string> = new Set([...KNOWN_FIELDS, ...OLDER_MEMBERS, ...FORWARDED_FIELDS]);
