'use client';

import type { ImageJob } from '@/lib/client/images/types';
import { Button } from '@/components/ui/button';
import type { QueuePause } from '@/lib/client/images/store';
import { JobTile } from './job-tile';
import { pauseText } from './pause-text';

/** The queue, why it is paused, and an announcement of how much of it is left. */
export function JobList({
  jobs,
  pause,
  onCancel,
  onRetry,
  onResume,
}: {
  jobs: readonly ImageJob[];
  pause: QueuePause | null;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
  onResume: () => void;
}) {
  const waiting = jobs.filter(({ state }) => state === 'waiting').length;
  const active = jobs.filter(({ state }) => state !== 'failed').length;
  return (
    <section aria-label="Queue" className={jobs.length === 0 ? 'sr-only' : 'mb-6'}>
      <p role="status" className="sr-only">
        {active === 0 ? '' : `${active} ${active === 1 ? 'request' : 'requests'} in the queue`}
      </p>
      {pause && waiting > 0 ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn/40 bg-warn/5 px-3 py-2">
          <p role="status" className="text-sm">
            {pauseText(pause, waiting)}
          </p>
          <Button size="small" onClick={onResume} className="ml-auto">
            Resume
          </Button>
        </div>
      ) : null}
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]">
        {jobs.map((job) => (
          <li key={job.id}>
            <JobTile job={job} onCancel={() => onCancel(job.id)} onRetry={() => onRetry(job.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
