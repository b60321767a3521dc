'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Badge } from '@/components/ui/show/badge';
import { MoneyText } from '@/components/ui/show/money-text';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Cell, Row } from '@/components/ui/show/table/table';
import type { UsageRequest } from '@/lib/billing/contract';
import { RequestDetail } from './request-detail';

/** The table's number of columns. */
export const COLUMNS = 5;

/** One request; expands to show its receipt, or why it failed. */
export function RequestRow({ request }: { request: UsageRequest }) {
  const [open, setOpen] = useState(false);
  const detailId = useId();
  const { at, modelId, route, keyName, code, message } = request;
  const toggle = () => setOpen(!open);
  return (
    <>
      <Row className="cursor-pointer" onClick={toggle}>
        <Cell className="w-full max-w-0 min-w-40">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? detailId : undefined}
            className="flex w-full min-w-0 items-center gap-2 text-left pointer-coarse:min-h-touch"
            onClick={(event) => {
              event.stopPropagation();
              toggle();
            }}
          >
            <ChevronRight aria-hidden className={classNames('text-muted transition-transform', open && 'rotate-90')} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium" title={modelId ?? route ?? undefined}>
                {modelId ?? route}
              </span>
              {message === null ? null : (
                <span className="block truncate text-xs text-muted" title={message}>
                  {code}: {message}
                </span>
              )}
              <span className="block truncate text-xs text-muted lg:hidden">
                <span className="md:hidden">
                  <RelativeTime at={at} />
                  {' · '}
                </span>
                {keyName ?? 'Browser'}
              </span>
            </span>
            <Ending request={request} />
          </button>
        </Cell>
        <Cell className="hidden max-w-44 truncate text-muted lg:table-cell" title={keyName ?? undefined}>
          {keyName ?? 'Browser'}
        </Cell>
        <Cell className="hidden text-muted md:table-cell">
          <RelativeTime at={at} />
        </Cell>
        <Cell figures className="hidden text-sm sm:table-cell">
          <Counted request={request} />
        </Cell>
        <Cell figures className="text-sm">
          <Cost request={request} />
        </Cell>
      </Row>
      {open ? (
        <tr id={detailId}>
          <td colSpan={COLUMNS} className="border-t border-line bg-sunken/60 p-3 sm:p-4">
            <RequestDetail request={request} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Normal endings are not labeled. */
function Ending({ request: { ending, estimated } }: { request: UsageRequest }) {
  if (ending === null) return <Badge tone="stop">failed</Badge>;
  if (ending === 'upstream_failed') return <Badge tone="stop">interrupted</Badge>;
  if (ending === 'credit_ran_out') return <Badge tone="warn">credit ran out</Badge>;
  if (ending === 'client_left') return <Badge>stopped</Badge>;
  return estimated ? <Badge>estimated</Badge> : null;
}

function Counted({ request: { inputTokens, outputTokens, units } }: { request: UsageRequest }) {
  const parts = [
    inputTokens === null ? null : `${inputTokens.toLocaleString('en-US')} in`,
    outputTokens === null ? null : `${outputTokens.toLocaleString('en-US')} out`,
    units,
  ].filter((part) => part !== null);
  return parts.length === 0 ? <span className="text-muted">–</span> : parts.join(' · ');
}

function Cost({ request: { currency, charged } }: { request: UsageRequest }) {
  if (currency === null) return <span className="font-sans text-muted">not charged</span>;
  return <MoneyText amount={charged} currency={currency} />;
}
