import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { account } from './tables';

/** The condition that what belongs to an account does not belong to a blocked one. @param accountId a column; null is nobody's */
export function notBlocked(accountId: SQLWrapper): SQL {
  return sql`not exists (select 1 from ${account} where ${account.id} = ${accountId} and ${account.blockedAt} is not null)`;
}
