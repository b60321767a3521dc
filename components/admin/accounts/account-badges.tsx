import { Ban } from 'lucide-react';
import { Badge } from '@/components/ui/show/badge';
import type { ListedAccount } from '@/lib/admin/contract';

/** Badges for whatever is unusual about an account. */
export function AccountBadges({ account }: { account: ListedAccount }) {
  const { role, tier, pro, blocked, deleted } = account;
  return (
    <>
      {blocked ? (
        <Badge tone="stop">
          <Ban aria-hidden />
          Blocked
        </Badge>
      ) : null}
      {deleted ? <Badge>Deleted</Badge> : null}
      {role === 'owner' ? <Badge tone="ink">Owner</Badge> : null}
      {tier === 'partner' ? <Badge>Partner</Badge> : null}
      {pro ? <Badge>Pro</Badge> : null}
    </>
  );
}
