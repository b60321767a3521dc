'use client';

import type { OperatorPayment } from '@/lib/admin/contract';
import { shortAddress } from '@/components/wallet/networks';
import { walletOf } from '@/lib/core/wallet';

/** The account of a payment, to open it. */
export function AccountButton({
  payment: { account },
  onOpen,
}: {
  payment: Pick<OperatorPayment, 'account'>;
  onOpen: (accountId: string) => void;
}) {
  if (account === null) return <span className="text-muted">none yet</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={account.name ?? undefined}
      className="max-w-full truncate rounded-control text-left underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-touch"
      onClick={() => onOpen(account.id)}
    >
      {account.name === null ? 'deleted account' : nameOf(account.name)}
    </button>
  );
}

/** A wallet's account is named by its address. */
function nameOf(name: string): string {
  const wallet = walletOf(name);
  return wallet === null ? name : shortAddress(wallet.network, wallet.address);
}
