'use client';

import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { formatCount } from '@/components/ui/show/count-text';
import { columnDecimals, formatMoney } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { formatNanoUsd, parseUsd } from '@/lib/core/money';
import { CONTINUE_PROMPT, countedParts } from '@/lib/client/chat/answer/parts';
import type { ChatMessage, Receipt } from '@/lib/client/chat/types';
import { formatSeconds } from './receipt-text';

/** The full receipt of an answer; of a continued answer, the receipts of all its requests. */
export function ReceiptPanel({ message }: { message: ChatMessage }) {
  const { requestId, modelId, ticket } = message;
  const parts = message.earlier ? countedParts(message) : [{ requestId, ticket }];
  return (
    <>
      {parts.map((part, at) => (
        <ReceiptCard
          key={part.requestId}
          {...(parts.length > 1 && { position: `${at + 1} of ${parts.length}` })}
          requestId={part.requestId}
          modelId={modelId ?? 'unknown'}
          receipt={part.ticket.receipt}
          unknown={part.ticket.free}
          known={{ requestId: part.requestId, modelId, usage: part.ticket.usage }}
        />
      ))}
      {message.earlier ? (
        <p className="mt-2 max-w-measure text-sm text-muted">
          To continue, the model was sent its own answer and “{CONTINUE_PROMPT}” Each request is billed separately.
        </p>
      ) : null}
    </>
  );
}

/**
 * The full receipt of one request: tokens, prices, and the amounts held and charged.
 * @param position which of several it is, such as “1 of 2”
 * @param receipt null while loading, and if the ledger has none
 * @param unknown the ledger has no such request: it belongs to another account or installation
 * @param known what Copy as JSON copies until then
 */
export function ReceiptCard({
  position,
  requestId,
  modelId,
  receipt,
  unknown = false,
  known = { requestId, modelId },
}: {
  position?: string;
  requestId: string | null;
  modelId: string;
  receipt: Receipt | null;
  unknown?: boolean;
  known?: object;
}) {
  const json = () => JSON.stringify(receipt ?? known, null, 2);
  return (
    <section
      aria-label={position === undefined ? 'Receipt' : `Receipt ${position}`}
      data-testid="receipt"
      className="mt-1 max-w-measure rounded-panel border border-dashed border-edge bg-surface font-mono text-xs"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 p-4 md:gap-x-6">
        <Line name="Request">
          <span className="wrap-anywhere">{requestId ?? 'unknown'}</span>
          {requestId ? <CopyButton text={requestId} label="Copy request ID" className="-my-2" /> : null}
        </Line>
        <Line name="Model">
          <span className="wrap-anywhere">{receipt?.modelId ?? modelId}</span>
        </Line>
        {receipt ? <Settled receipt={receipt} /> : null}
      </dl>
      {receipt ? <Counted receipt={receipt} position={position} /> : unknown ? null : <Pending />}
      <footer className="flex items-center justify-between gap-4 border-t border-dashed border-edge px-4 py-2 font-sans">
        <span className="text-muted">
          {receipt ? (
            <RelativeTime at={receipt.createdAt} />
          ) : unknown ? (
            'The ledger has no charge for this request.'
          ) : (
            'The charge has not been posted yet.'
          )}
        </span>
        <CopyButton text={json} label="Copy as JSON" showLabel kind="plain" className="-mr-2 text-xs" />
      </footer>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center justify-end gap-1 text-right">{children}</dd>
    </>
  );
}

function Settled({ receipt }: { receipt: Receipt }) {
  const { currency } = receipt;
  const before = formatNanoUsd((parseUsd(receipt.balanceAfter) ?? 0n) + (parseUsd(receipt.charged) ?? 0n));
  const decimals = columnDecimals([receipt.held, receipt.charged, before, receipt.balanceAfter], { exact: true });
  const exact = (decimal: string) => formatMoney(decimal, currency, { decimals });
  return (
    <>
      <Line name="Reserved, then charged">
        {exact(receipt.held)} → {exact(receipt.charged)}
      </Line>
      {receipt.absorbed === '0' ? null : <Line name="Absorbed by the operator">{exact(receipt.absorbed)}</Line>}
      <Line name="Available">
        {exact(before)} → {exact(receipt.balanceAfter)}
      </Line>
      <Line name="Server time">
        {receipt.firstTokenMs === null ? '' : `first token ${formatSeconds(receipt.firstTokenMs)}, `}
        total {formatSeconds(receipt.durationMs)}
      </Line>
    </>
  );
}

function Counted({ receipt, position }: { receipt: Receipt; position: string | undefined }) {
  const { lines, currency } = receipt;
  const decimals = {
    rate: columnDecimals(
      lines.map(({ rate = '0' }) => rate),
      { exact: true },
    ),
    cost: columnDecimals(
      lines.map(({ cost }) => cost),
      { exact: true },
    ),
  };
  return (
    <div
      className="overflow-x-auto border-t border-dashed border-edge px-4 py-3"
      tabIndex={0}
      role="region"
      aria-label={position === undefined ? 'Usage' : `Usage, ${position}`}
    >
      <table className="w-full">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1 text-left font-normal">
              Item
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-normal">
              Amount
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-normal">
              Rate
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-normal">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, units, rate, cost }) => (
            <tr key={kind}>
              <th scope="row" className="py-1 text-left font-normal">
                {kind.replaceAll('_', ' ')}
              </th>
              <td className="py-1 pl-4 text-right">{formatCount(units)}</td>
              <td className="py-1 pl-4 text-right">
                {rate ? `${formatMoney(rate, currency, { decimals: decimals.rate })}${rateUnit(kind)}` : '–'}
              </td>
              <td className="py-1 pl-4 text-right">{formatMoney(cost, currency, { decimals: decimals.cost })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {receipt.ending === 'credit_ran_out' ? (
        <p className="mt-2 font-sans">
          Credit ran out: what the balance or the key’s limit had left paid for no more output. Add credit or raise the
          limit for longer answers.
        </p>
      ) : null}
      {receipt.estimated ? (
        <p className="mt-2 font-sans text-muted">
          {receipt.ending === 'completed' || receipt.ending === 'credit_ran_out'
            ? 'The model reported no usable token counts, so Farebox counted the tokens.'
            : 'It ended before the model reported usage, so Farebox counted the tokens.'}
        </p>
      ) : null}
    </div>
  );
}

/** Tokens and characters are priced per million, everything else by itself. */
const rateUnit = (kind: string) =>
  /^(input|output|prompt|completion|cache|embedding|characters)/.test(kind) ? '/M' : ' each';

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-2 border-t border-dashed border-edge p-4">
      <span className="sr-only">Loading receipt</span>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
