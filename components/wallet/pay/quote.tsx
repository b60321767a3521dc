import { formatCount } from '@/components/ui/show/count-text';
import { formatMoney } from '@/components/ui/show/money-text';
import type { ConsoleWallet } from '@/lib/x402/contract';
import { AddressText } from '../address-text';
import { answersFor, usdcText } from '../amount';
import { NETWORK_TEXTS } from '../networks';
import type { Rail } from '../payment-header';
import { Line } from './line';

/** What is paid, to whom, and what it buys, before anything is signed. @param amountUsd null while it is invalid */
export function Quote({
  rail: { network, payTo },
  amountUsd,
  lastModel,
}: {
  rail: Rail;
  amountUsd: number | null;
  lastModel: ConsoleWallet['lastModel'];
}) {
  const answers = lastModel && amountUsd !== null ? answersFor(amountUsd, lastModel.averageUsd) : null;
  return (
    <div role="group" aria-label="Quote" className="ticket-edge bg-sunken px-4 pt-6 pb-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1">
        <Line label="You pay" isStrong>
          {amountUsd === null ? 'an amount to be entered' : usdcText(amountUsd)}
        </Line>
        <Line label="You get" isStrong>
          {amountUsd === null ? 'the same in credit' : `${formatMoney(amountUsd)} of credit`}
        </Line>
        <Line label="Network">{NETWORK_TEXTS[network].name}</Line>
        <Line label="Network fee">
          <span>
            <span className="figure-text">$0</span>, no {NETWORK_TEXTS[network].coin} needed
          </span>
        </Line>
        <Line label="Receiver">
          <AddressText key={payTo} network={network} address={payTo} what="receiver" />
        </Line>
      </dl>
      {lastModel && answers !== null ? (
        <p className="mt-3 border-t border-dashed border-edge pt-3 text-muted">
          Pays for about <span className="font-medium text-ink tabular-nums">{formatCount(answers)}</span>{' '}
          {answers === 1 ? 'answer' : 'answers'} of{' '}
          <span className="font-mono text-sm text-ink wrap-anywhere">{lastModel.modelId}</span> like your last ones.
        </p>
      ) : null}
    </div>
  );
}
