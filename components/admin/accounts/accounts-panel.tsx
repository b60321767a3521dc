'use client';

import { Search } from 'lucide-react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { EmptyState } from '@/components/ui/show/empty-state';
import { useDebounced } from '@/components/ui/use-debounced';
import { MAX_SEARCH_CHARACTERS } from '@/lib/admin/constants';
import { useAccounts } from '../use-admin';
import type { useAdminLocation } from '../use-admin-location';
import { AccountTable } from './account-table';

const count = new Intl.NumberFormat('en-US');

/** The accounts: search, table, and paging. */
export default function AccountsPanel({
  location,
  change,
  open,
}: Pick<ReturnType<typeof useAdminLocation>, 'location' | 'change' | 'open'>) {
  const accounts = useAccounts(useDebounced(location.search.trim()));
  const found = accounts.data?.pages.flatMap(({ data }) => data);
  return (
    <div className="flex flex-col gap-3">
      <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Field label="Search accounts" hideLabel className="w-full sm:w-80">
          <div className="relative">
            <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
            <Input
              type="search"
              placeholder="Email, name, wallet, or ID"
              value={location.search}
              maxLength={MAX_SEARCH_CHARACTERS}
              spellCheck={false}
              onChange={(event) => change({ q: event.target.value })}
              className="pl-9"
            />
          </div>
        </Field>
        <p role="status" className="text-sm text-muted tabular-nums">
          {found && accounts.isSuccess && !accounts.isPlaceholderData
            ? `${count.format(found.length)} ${found.length === 1 ? 'account' : 'accounts'}${accounts.hasNextPage ? ', more available' : ''}`
            : ''}
        </p>
      </search>
      {accounts.isError ? (
        <FailureNotice
          failure={accounts.error}
          what={accounts.data ? 'This list may be out of date.' : 'The accounts could not be loaded.'}
          onRetry={() => void accounts.refetch()}
        />
      ) : null}
      {found?.length === 0 ? (
        <EmptyState
          title="No accounts match"
          sentence={<span className="wrap-anywhere">No results for “{location.search}”.</span>}
          action={<Button onClick={() => change({ q: '' })}>Show all</Button>}
        />
      ) : null}
      {accounts.isPending || found?.length ? (
        <AccountTable accounts={found} isOld={accounts.isPlaceholderData} onOpen={open} />
      ) : null}
      {accounts.hasNextPage ? (
        <Button
          size="small"
          className="self-start"
          busy={accounts.isFetchingNextPage}
          onClick={() => void accounts.fetchNextPage()}
        >
          {accounts.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </div>
  );
}
