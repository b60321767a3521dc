'use client';

import { useId, type ReactNode } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Countdown } from './countdown';
import { BannedKeys } from './guard-status';
import { LimitTable, PendingLimitTable } from './limit-table';
import { Meanings } from './meanings';
import { CountingNote, NowPanel, PendingNowPanel } from './now-panel';
import { PendingRefusals, RefusalLog } from './refusal-log';
import { useLimits } from './use-limits';
import { countingNote } from './labels';

/** The limits page: what remains now, what was refused, and what the terms mean. */
export function LimitsView() {
  const limits = useLimits();
  const { data, skewMs } = limits;
  const retry = () => void limits.refetch();
  const note = data ? countingNote(data) : null;
  return (
    <PageColumn>
      <PageHeader title="Limits" sentence="What your account can still send this minute, and what it can spend." />
      {limits.isError ? (
        <FailureNotice
          failure={limits.error}
          what={data ? 'These figures may be out of date.' : 'The limits could not be loaded.'}
          onRetry={retry}
        />
      ) : null}
      {data ? (
        <>
          <NowPanel limits={data} skewMs={skewMs} />
          {data.guard && data.guard.bannedKeys.length > 0 ? <BannedKeys guard={data.guard} skewMs={skewMs} /> : null}
          <Section
            title="Remaining this minute"
            aside={
              <>
                Resets in <Countdown at={data.windowEndsAt} skewMs={skewMs} className="text-ink" />
              </>
            }
          >
            {note ? <CountingNote note={note} /> : null}
            <LimitTable rows={data.models} windowEndsAt={data.windowEndsAt} skewMs={skewMs} />
          </Section>
          <Section title="Refused requests" aside="The last 50">
            <RefusalLog paused={data.guard !== null && data.guard.bannedUntil !== null} />
          </Section>
        </>
      ) : null}
      {limits.isPending ? (
        <>
          <PendingNowPanel />
          <Section title="Remaining this minute">
            <PendingLimitTable />
          </Section>
          <Section title="Refused requests">
            <PendingRefusals />
          </Section>
        </>
      ) : null}
      <Section title="What these mean">
        <Meanings />
      </Section>
    </PageColumn>
  );
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {aside ? <p className="text-sm text-muted tabular-nums">{aside}</p> : null}
      </div>
      {children}
    </section>
  );
}
