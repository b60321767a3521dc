import { ChevronRight, RotateCw } from 'lucide-react';
import { useId } from 'react';
import { useTestMoney } from '@/components/frame/money-mark';
import { Button } from '@/components/ui/button';
import { BASE, type Network } from '@/lib/core/wallet';
import { NETWORK_TEXTS } from '../networks';
import type { Notice } from '../pay/payment-state';
import { NoticeLine } from '../pay/notice-line';
import { useFocusIfLost } from '../use-focus-if-lost';
import { NO_PROMPT } from './no-prompt';
import { WalletIcon } from './wallet-icon';

/** A wallet that was found in this browser. */
export type FoundWallet = { id: string; name: string; icon?: string | undefined };

/** The wallets of this browser, to choose one to connect. */
export function WalletChoice({
  network,
  wallets,
  connecting,
  isRestoring,
  notice,
  onChoose,
}: {
  network: Network;
  wallets: readonly FoundWallet[];
  /** The wallet that is asked to connect; null for none. */
  connecting: string | null;
  /** The wallet of an earlier visit is being connected again: until then no list that vanishes under the pointer. */
  isRestoring: boolean;
  notice: Notice | null;
  onChoose: (id: string) => void;
}) {
  const titleId = useId();
  const { name, wallets: known } = NETWORK_TEXTS[network];
  const titleRef = useFocusIfLost<HTMLHeadingElement>();
  const isTest = useTestMoney();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} ref={titleRef} tabIndex={-1} className="mb-1.5 text-sm font-medium outline-none">
        {wallets.length === 0 && !isRestoring ? 'No wallet found' : 'Choose a wallet'}
      </h3>
      <NoticeLine
        notice={connecting === null ? notice : null}
        otherwise={
          connecting !== null ? 'Confirm the connection in your wallet' : isRestoring ? 'Connecting your wallet' : ''
        }
        className="mb-2"
      />
      {isRestoring ? null : wallets.length === 0 ? (
        <>
          <p className="text-muted">
            This browser has no wallet for {name}. Install one as a browser extension, such as {known}, then reload this
            page. On a phone, open this page in the browser of your wallet’s app.
          </p>
          <Button size="small" onClick={() => window.location.reload()} className="mt-3">
            <RotateCw aria-hidden />
            Reload
          </Button>
        </>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-control border border-edge">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                aria-disabled={connecting !== null || undefined}
                onClick={() => {
                  if (connecting === null) onChoose(wallet.id);
                }}
                className="flex min-h-row w-full items-center gap-3 px-3 py-2 text-left -outline-offset-2 hover:bg-ink/4 active:bg-ink/8"
              >
                <WalletIcon icon={wallet.icon} />
                <span className="min-w-0 flex-1 truncate font-medium">{wallet.name}</span>
                {connecting === wallet.id ? (
                  <span className="text-sm text-muted">Confirm in the wallet…</span>
                ) : (
                  <ChevronRight aria-hidden className="text-muted" />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {connecting === null ? null : <p className="mt-2 text-sm text-muted">{NO_PROMPT}</p>}
      {isTest ? (
        <p className="mt-2 text-sm text-muted">
          Each account has its own test wallet, which stays in this browser when you sign out.
          {network === BASE
            ? ' Do not use a wallet that holds real money: what it signs here is also valid on the real Base.'
            : null}
        </p>
      ) : null}
    </section>
  );
}
