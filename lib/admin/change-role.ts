import { setRole } from './console/set-role';
import { findAccountId } from './find-account-id';

/** Whether an account is an owner. */
export type ChangedRole = { email: string; role: 'owner' | 'member' };

/** Makes an account an owner, or an owner a member. @throws ApiError NOT_FOUND, CONFLICT, like `setRole` */
export async function changeRole({ email, role }: ChangedRole): Promise<ChangedRole> {
  await setRole(await findAccountId(email), role, null);
  return { email, role };
}
