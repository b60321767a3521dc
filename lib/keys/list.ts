import { listApiKeys } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { findKeySpend } from '../ledger/read/key-spend/find-key-spend';
import type { KeyList } from './contract';
import { toKeyWithUsage } from './to-key';

/** The caller's usable keys, newest first (docs/api-rules.md, "List keys"). */
export async function listKeys({ caller }: RunContext): Promise<KeyList> {
  const keys = await listApiKeys(caller.account.id);
  const spends = await findKeySpend(keys.map(({ id }) => id));
  return { object: 'list', data: keys.map((key) => toKeyWithUsage(key, spends.get(key.id))) };
}
