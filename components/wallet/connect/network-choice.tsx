import { useId } from 'react';
import { useTestMoney } from '@/components/frame/money-mark';
import type { Network } from '@/lib/core/wallet';
import { NETWORK_TEXTS } from '../networks';

/**
 * On which of the configured networks to pay, or to sign in.
 * @param help how to choose, a sentence or two
 */
export function NetworkChoice({
  networks,
  help,
  value,
  onChange,
}: {
  networks: readonly Network[];
  help: string;
  value: Network;
  onChange: (network: Network) => void;
}) {
  const isTest = useTestMoney();
  const helpId = useId();
  return (
    <fieldset aria-describedby={helpId}>
      <legend className="mb-1.5 text-sm font-medium">Network</legend>
      <div className="divide-y divide-line rounded-control border border-edge">
        {networks.map((network) => (
          <label key={network} className="flex cursor-pointer items-start gap-3 p-3 has-checked:bg-ink/4">
            <input
              type="radio"
              name="network"
              value={network}
              checked={value === network}
              onChange={() => onChange(network)}
              className="mt-0.5 size-4 shrink-0 accent-signal"
            />
            <span>
              <span className="block font-medium">{NETWORK_TEXTS[network].name}</span>
              <span className="block text-sm text-muted">
                {isTest ? 'The built-in test wallet, with test USDC on this machine.' : NETWORK_TEXTS[network].note}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p id={helpId} className="mt-1.5 text-sm text-muted">
        {help}
      </p>
    </fieldset>
  );
}
