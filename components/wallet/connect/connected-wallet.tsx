import { Button } from '@/components/ui/button';
import type { Network } from '@/lib/core/wallet';
import { shortAddress } from '../networks';
import { useFocusIfLost } from '../use-focus-if-lost';
import { WalletIcon } from './wallet-icon';

/** The connected wallet, and the button that asks it to sign. */
export function ConnectedWallet({
  network,
  purpose,
  name,
  icon,
  address,
  useLabel,
  isBusy = false,
  onUse,
  onChange,
}: {
  network: Network;
  /** What is done with it, e.g. `Paying with`. */
  purpose: string;
  name: string;
  icon?: string | undefined;
  address: string;
  useLabel: string;
  isBusy?: boolean | undefined;
  onUse: () => void;
  onChange: () => void;
}) {
  const buttonRef = useFocusIfLost<HTMLButtonElement>(isBusy ? 'busy' : 'ready', true);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-row items-center gap-3 rounded-control border border-line px-3 py-2">
        <WalletIcon icon={icon} />
        <p className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <span className="sr-only">{purpose} </span>
            {name}
          </span>
          <span title={address} className="figure-text block truncate text-xs text-muted">
            {shortAddress(network, address)}
          </span>
        </p>
        <Button kind="plain" size="small" onClick={onChange}>
          Change
          <span className="sr-only"> wallet</span>
        </Button>
      </div>
      <Button ref={buttonRef} kind="primary" size="large" busy={isBusy} onClick={onUse}>
        {useLabel}
      </Button>
    </div>
  );
}
