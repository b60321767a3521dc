'use client';

import type { ImageJob } from '@/lib/client/images/types';
import { JobTile } from './job-tile';

/** The queue, and an announcement of how much of it is left. */
export function JobList({
  jobs,
  onCancel,
  onRetry,
}: {
  jobs: readonly ImageJob[];
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
}) {
  const active = jobs.filter(({ state }) => state !== 'failed').length;
  return (
    <section aria-label="Queue" className={jobs.length === 0 ? 'sr-only' : 'mb-6'}>
      <p role="status" className="sr-only">
        {active === 0 ? '' : `${active} ${active === 1 ? 'request' : 'requests'} in the queue`}
      </p>
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
