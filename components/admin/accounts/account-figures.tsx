import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { AccountDetail } from '@/lib/admin/contract';
import { shortWallet } from './display-name';

const count = new Intl.NumberFormat('en-US');

/** An account's balance, spending, and details. */
export function AccountFigures({ account }: { account: AccountDetail }) {
  const { id, email, walletAddress, linkedWallets, name, keys, stakeWallet } = account;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure name="Balance">
          <MoneyText amount={account.balanceUsd} down className="text-lg font-medium" />
        </Figure>
        <Figure name="Spent in 30 days">
          {account.spent30dUsd === null ? (
            <span className="text-muted">too many charges to add up</span>
          ) : (
            <MoneyText amount={account.spent30dUsd} className="text-lg font-medium" />
          )}
        </Figure>
        {account.stakedDiem === '0' ? null : (
          <>
            <Figure name="DIEM left today">
              <MoneyText amount={account.balanceDiem} currency="DIEM" down />
            </Figure>
            <Figure name="DIEM per day">
              <MoneyText amount={account.stakedDiem} currency="DIEM" down />
            </Figure>
          </>
        )}
        <Figure name="Active keys">
          <span className="figure-text">{count.format(keys)}</span>
        </Figure>
        <Figure name="Last used">
          {account.lastUsedAt === null ? 'never' : <RelativeTime at={account.lastUsedAt} />}
        </Figure>
        <Figure name="Joined">
          <RelativeTime at={account.createdAt} />
        </Figure>
        {name === null ? null : (
          <Figure name="Name">
            <span className="wrap-anywhere">{name}</span>
          </Figure>
        )}
      </dl>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
        {email === null ? null : <Mark name="Email" text={email} />}
        {walletAddress === null ? null : <Mark name="Wallet" text={walletAddress} shown={shortWallet(walletAddress)} />}
        {linkedWallets.map((address) => (
          <Mark key={address} name="Linked wallet" text={address} shown={shortWallet(address)} />
        ))}
        {stakeWallet === null ? null : (
          <Mark name="Staking wallet" text={stakeWallet} shown={shortWallet(stakeWallet)} />
        )}
        <Mark name="ID" text={id} />
      </dl>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A value to copy rather than read. */
function Mark({ name, text, shown = text }: { name: string; text: string; shown?: string }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="figure-text min-w-0 truncate text-xs" title={text}>
        {shown}
      </dd>
      <dd>
        <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
      </dd>
    </div>
  );
}
