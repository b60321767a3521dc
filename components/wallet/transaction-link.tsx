import { ExternalLink } from 'lucide-react';
import { useTestMoney } from '@/components/frame/money-mark';
import type { Network } from '@/lib/core/wallet';
import { NETWORK_TEXTS, shortAddress } from './networks';

/** A transaction's ID, as a link to a site that shows it. No site shows one with test money. */
export function TransactionLink({ network, id }: { network: Network; id: string }) {
  const { explorer, name, transactionUrl } = NETWORK_TEXTS[network];
  if (useTestMoney()) {
    return (
      <span title={id} className="whitespace-nowrap font-mono text-sm">
        {shortAddress(network, id)} <span className="font-sans max-sm:sr-only">on the local {name}</span>
      </span>
    );
  }
  return (
    <a
      href={transactionUrl(id)}
      title={id}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control whitespace-nowrap font-mono text-sm underline decoration-edge underline-offset-4 hover:decoration-current pointer-coarse:min-h-touch"
    >
      {shortAddress(network, id)}
      <span className="font-sans max-sm:sr-only">on {explorer}</span>
      <ExternalLink aria-hidden className="text-muted" />
      <span className="sr-only">, opens in a new tab</span>
    </a>
  );
}
