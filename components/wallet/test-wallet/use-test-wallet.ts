'use client';

import { useEffect } from 'react';
import { useTestMoney } from '@/components/frame/money-mark';

/**
 * Offers the built-in test wallet on the page where the money is test money.
 * @param accountId the signed-in account; null for a visitor
 */
export function useTestWallet(accountId: string | null): void {
  const isTest = useTestMoney();
  useEffect(() => {
    if (!isTest) return;
    // Loaded only here: no page that takes real money has its code. Without it, the list of wallets says to reload.
    import('./register').then(
      ({ registerTestWallet }) => registerTestWallet(accountId),
      () => undefined,
    );
  }, [isTest, accountId]);
}
