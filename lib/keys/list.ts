import { listApiKeys } from '../accounts/api-keys';
import type { RunContext } from '../accounts/caller';
import type { KeyList } from './contract';
import { toKey } from './to-key';

/** The caller's usable keys, newest first (contract 15.2). */
export async function listKeys({ caller }: RunContext): Promise<KeyList> {
  const keys = await listApiKeys(caller.account.id);
  return { object: 'list', data: keys.map(toKey) };
}
