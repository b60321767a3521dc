'use client';

import { ChevronDown, RotateCw } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { countedParts } from '@/lib/client/chat/answer/parts';
import { waitingText } from '@/lib/client/chat/answer/web-use';
import type { TokenPrice } from '@/lib/client/chat/estimate/cost';
import type { ChatMessage } from '@/lib/client/chat/types';
import { SECOND_MS } from '@/lib/core/time';
import { useElapsed } from '../use-elapsed';
import { ReceiptPanel } from './receipt-panel';
import { receiptText } from './receipt-text';

/**
 * The line under an answer that shows what it cost. It expands into the receipt. While the answer streams, it shows
 * about how much it has cost so far.
 * @param price of its model, if that is served
 * @param onFind fetches the receipt from the ledger if it is missing
 */
export function ReceiptLine({
  message,
  price,
  onFind,
}: {
  message: ChatMessage;
  price?: TokenPrice | undefined;
  onFind: () => void;
}) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { kind, parts } = receiptText(message, price);
  const text = parts.map((part, at) => (
    <Fragment key={part}>
      {/* The line wraps between parts, never inside one. */}
      {at > 0 ? ' · ' : ''}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));
  if (kind === 'open' || kind === 'none') {
    return (
      <p data-testid="receipt-line" data-receipt={kind} className="min-h-8 py-2 font-mono text-xs text-muted">
        {kind === 'open' && parts.length === 0 ? (
          <Waiting text={waitingText(message)} since={message.earlier ? null : message.createdAt} />
        ) : (
          text
        )}
      </p>
    );
  }
  const toggle = () => {
    if (!open && countedParts(message).some(({ ticket }) => !ticket.receipt && !ticket.free)) onFind();
    setOpen(!open);
  };
  return (
    <div className="min-w-0 max-w-full">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          data-testid="receipt-line"
          data-receipt={kind}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={toggle}
          className="-ml-2 flex min-h-8 items-center gap-2 rounded-control px-2 py-1.5 text-left font-mono text-xs text-muted transition-[background-color,color] hover:bg-ink/6 hover:text-ink pointer-coarse:min-h-touch"
        >
          <span className="sr-only">Receipt: </span>
          <span>{text}</span>
          <ChevronDown aria-hidden className={classNames('transition-transform', open && 'rotate-180')} />
        </button>
        {kind === 'lost' ? (
          <Button kind="plain" size="small" onClick={onFind} className="text-xs text-muted">
            <RotateCw aria-hidden />
            Refresh
          </Button>
        ) : null}
      </div>
      <div id={panelId} hidden={!open}>
        {open ? <ReceiptPanel message={message} /> : null}
      </div>
    </div>
  );
}

/**
 * How long the answer has been waiting for its first token.
 * @param text what it waits for
 * @param since when the answer was requested; null shows no time
 */
function Waiting({ text, since }: { text: string; since: number | null }) {
  const seconds = useElapsed(since, SECOND_MS) / SECOND_MS;
  return (
    <>
      {text}
      {seconds > 0 ? ` ${seconds} s` : ''}
    </>
  );
}
