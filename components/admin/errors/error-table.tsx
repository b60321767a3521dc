'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { PendingTable } from '@/components/ui/show/table/pending-table';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
import type { OurError } from '@/lib/admin/contract';

/** The errors with their causes; on narrow screens, values without a column appear under the code. */
export function ErrorTable({ errors, onOpen }: { errors: OurError[]; onOpen: (accountId: string) => void }) {
  return (
    <Table label="Errors">
      <Heads />
      <tbody>
        {errors.map((error) => (
          <ErrorRow key={error.id} error={error} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Error and cause</HeadCell>
        <HeadCell className="hidden lg:table-cell">Account</HeadCell>
        <HeadCell className="hidden sm:table-cell">When</HeadCell>
        <HeadCell>Request</HeadCell>
      </tr>
    </thead>
  );
}

function ErrorRow({ error, onOpen }: { error: OurError; onOpen: (accountId: string) => void }) {
  const { status, code, route, modelId, message, cause, at, requestId } = error;
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-48 align-top">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="figure-text text-sm font-medium text-stop">
            {status} {code}
          </span>
          <span className="figure-text max-w-full truncate text-xs text-muted" title={route}>
            {route}
          </span>
          {modelId === null ? null : (
            <span className="figure-text max-w-full truncate text-xs text-muted" title={modelId}>
              {modelId}
            </span>
          )}
        </span>
        <span className="mt-0.5 block wrap-anywhere">{cause ?? message}</span>
        {cause === null ? null : (
          <span className="block text-sm wrap-anywhere text-muted">Shown to the user: {message}</span>
        )}
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted lg:hidden">
          <span className="sm:hidden">
            <RelativeTime at={at} />
          </span>
          <Account error={error} onOpen={onOpen} />
        </span>
      </Cell>
      <Cell className="hidden max-w-56 align-top lg:table-cell">
        <Account error={error} onOpen={onOpen} />
      </Cell>
      <Cell className="hidden align-top text-muted sm:table-cell">
        <RelativeTime at={at} />
      </Cell>
      <Cell className="align-top">
        <span className="flex items-center gap-1">
          <span className="figure-text hidden text-xs xl:inline">{requestId}</span>
          <CopyButton text={requestId} label={`Copy request ID ${requestId}`} className="-my-1.5" />
        </span>
      </Cell>
    </Row>
  );
}

function Account({ error, onOpen }: { error: OurError; onOpen: (accountId: string) => void }) {
  const { accountId, account } = error;
  if (accountId === null) return <span className="text-muted">no account</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={account ?? undefined}
      className="max-w-full truncate rounded-control text-left underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-touch"
      onClick={() => onOpen(accountId)}
    >
      {account ?? 'deleted account'}
    </button>
  );
}

/** The table's skeleton while its rows load. */
export function PendingErrorTable() {
  return (
    <PendingTable label="Errors" heads={<Heads />} rows={3}>
      <Cell className="w-full">
        <Skeleton className="w-48" />
        <Skeleton className="mt-2 w-3/4" />
      </Cell>
      <Cell className="hidden lg:table-cell">
        <Skeleton className="w-40" />
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Skeleton className="w-20" />
      </Cell>
      <Cell>
        <Skeleton className="size-8" />
      </Cell>
    </PendingTable>
  );
}
