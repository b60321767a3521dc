'use client';

import { Check, TriangleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { NETWORK_TEXTS, shortAddress } from '@/components/wallet/networks';
import { Badge } from '@/components/ui/show/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import type { WalletNetwork } from '@/lib/admin/contract';
import type { Network } from '@/lib/core/wallet';
import { coinText } from './coin-text';

/** USDC is money: at least cents. */
const CENTS = 2;

/** One network: what our accounts there have, who sends payments, and what is wrong. */
export function NetworkPanel({ state }: { state: WalletNetwork }) {
  const { network, receiver, feePayer, facilitators, problems } = state;
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-panel border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold">
          {NETWORK_TEXTS[network].name}
        </h2>
        {problems.length === 0 ? (
          <Badge tone="go">
            <Check aria-hidden />
            working
          </Badge>
        ) : (
          <Badge tone="warn">
            <TriangleAlert aria-hidden />
            needs attention
          </Badge>
        )}
      </div>
      {problems.length === 0 ? null : (
        <ul className="mt-3 flex flex-col gap-2">
          {problems.map((problem) => (
            <li key={problem} className="flex items-start gap-2 text-sm">
              <TriangleAlert aria-hidden className="mt-0.5 shrink-0 text-warn" />
              <span className="min-w-0 wrap-anywhere">{problem}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-3 divide-y divide-line">
        <Holding
          label="Receiver"
          {...{ network, address: receiver.address }}
          balance={receiver.balanceUsdc === null ? null : coinText(receiver.balanceUsdc, 'USDC', CENTS)}
        />
        {feePayer === null ? null : (
          <Holding
            label="Pays the fees"
            {...{ network, address: feePayer.address }}
            balance={feePayer.balance === null ? null : coinText(feePayer.balance, feePayer.unit)}
            note={`minimum ${coinText(feePayer.minimum, feePayer.unit)}`}
          />
        )}
        <Row label="Sends payments">
          {feePayer === null ? (
            <Facilitators facilitators={facilitators} />
          ) : (
            <span>this server, with its own key</span>
          )}
        </Row>
      </dl>
    </section>
  );
}

/** An account with its balance; null if it is not known. */
function Holding({
  label,
  network,
  address,
  balance,
  note,
}: {
  label: string;
  network: Network;
  address: string;
  balance: string | null;
  note?: string;
}) {
  return (
    <Row
      label={
        <>
          {label}
          <span className="flex items-center gap-1">
            <span title={address} className="font-mono text-xs text-muted">
              {shortAddress(network, address)}
            </span>
            <CopyButton
              text={address}
              label={`Copy address: ${label.toLowerCase()} on ${NETWORK_TEXTS[network].name}`}
              className="-my-1"
            />
          </span>
        </>
      }
    >
      {balance === null ? (
        <span className="text-muted">not known</span>
      ) : (
        <span className="figure-text">{balance}</span>
      )}
      {note === undefined ? null : <span className="figure-text block text-xs text-muted">{note}</span>}
    </Row>
  );
}

const STATES = {
  working: { label: 'working', tone: 'go' },
  other_networks: { label: 'not on this network', tone: 'warn' },
  silent: { label: 'stopped answering', tone: 'warn' },
  never_answered: { label: 'does not answer', tone: 'stop' },
} as const;

function Facilitators({ facilitators }: Pick<WalletNetwork, 'facilitators'>) {
  if (facilitators.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="flex flex-col gap-2">
      {facilitators.map(({ name, state, at }) => (
        <li key={name} className="flex flex-wrap items-center justify-end gap-x-2">
          <span className="font-mono text-xs wrap-anywhere">{name}</span>
          <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          {at === null ? null : (
            <span className="w-full text-xs text-muted">
              last answered <RelativeTime at={at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 py-2.5 last:pb-0">
      <dt className="shrink-0 text-sm">{label}</dt>
      <dd className="min-w-0 text-right text-sm">{children}</dd>
    </div>
  );
}
