'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import type { OurError } from '@/lib/admin/contract';

/** The errors with their causes; on narrow screens, values without a column appear under the code. */
export function ErrorTable({
  errors,
  onOpen,
}: {
  /** Undefined while loading. */
  errors: OurError[] | undefined;
  onOpen: (accountId: string) => void;
}) {
  return <DataTable label="Errors" columns={columnsOf(onOpen)} rows={errors} rowKey={({ id }) => id} />;
}

const columnsOf = (onOpen: (accountId: string) => void): Column<OurError>[] => [
  {
    head: 'Error and cause',
    cellClassName: 'w-full max-w-0 min-w-48 align-top',
    cell: (error) => <Cause error={error} onOpen={onOpen} />,
    pending: (
      <>
        <Skeleton className="w-48 max-w-full" />
        <Skeleton className="mt-2 w-3/4" />
      </>
    ),
  },
  {
    head: 'Account',
    className: 'hidden lg:table-cell',
    cellClassName: 'max-w-56 align-top',
    cell: (error) => <Account error={error} onOpen={onOpen} />,
    pending: <Skeleton className="w-40" />,
  },
  {
    head: 'When',
    className: 'hidden sm:table-cell',
    cellClassName: 'align-top text-muted',
    cell: ({ at }) => <RelativeTime at={at} />,
    pending: <Skeleton className="w-20" />,
  },
  {
    head: 'Request',
    cellClassName: 'align-top',
    cell: ({ requestId }) => (
      <span className="flex items-center gap-1">
        <span className="figure-text hidden text-xs xl:inline">{requestId}</span>
        <CopyButton text={requestId} label={`Copy request ID ${requestId}`} className="-my-1.5" />
      </span>
    ),
    pending: <Skeleton className="size-8" />,
  },
];

function Cause({ error, onOpen }: { error: OurError; onOpen: (accountId: string) => void }) {
  const { status, code, route, modelId, message, cause, at } = error;
  return (
    <>
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
    </>
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
