'use client';

import { X } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import type { ImageJob } from '@/lib/client/images/types';
import { JobFailure } from './job-failure';

const VERBS = { edit: 'Editing', upscale: 'Upscaling', cutout: 'Removing the background' } as const;

/** A request of the queue: its progress and previews, or what went wrong; and Cancel. */
export function JobTile({ job, onCancel, onRetry }: { job: ImageJob; onCancel: () => void; onRetry: () => void }) {
  const { state, work, settings, failure } = job;
  const title = work.type === 'generate' ? settings.prompt : work.prompt || VERBS[work.type];
  const previews = job.previews.filter((preview) => preview !== undefined);
  return (
    <article
      data-testid="job"
      data-state={state}
      aria-label={title}
      className="flex items-start gap-3 rounded-panel border border-line bg-surface p-3"
    >
      {previews.length > 0 ? (
        <div className="flex shrink-0 gap-1">
          {previews.map((preview, at) => (
            <picture key={at} className="contents">
              <img src={preview} alt="Preview" className="size-16 rounded-control object-cover" />
            </picture>
          ))}
        </div>
      ) : null}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <p
            className={classNames('text-sm font-medium wrap-anywhere', failure ? 'line-clamp-1' : 'line-clamp-2')}
            title={title}
          >
            {title}
          </p>
          <IconButton
            size="small"
            label={state === 'failed' ? 'Dismiss' : 'Cancel'}
            icon={<X />}
            className="-mt-1.5 -mr-1.5 -mb-4"
            onClick={onCancel}
          />
        </div>
        {failure ? (
          <JobFailure
            key={failure.at}
            failure={failure}
            charge={job.charge}
            modelName={job.model.name}
            onRetry={onRetry}
          />
        ) : (
          <Progress job={job} />
        )}
      </div>
    </article>
  );
}

function Progress({ job: { state, share, work, model, settings } }: { job: ImageJob }) {
  const count = work.type === 'generate' && settings.variants > 1 ? ` · ${settings.variants} images` : '';
  if (state === 'waiting') return <p className="mt-1 text-sm text-muted">Waiting{count}</p>;
  const percent = share === null ? null : Math.round(share * 100);
  const verb = work.type === 'generate' ? 'Generating' : VERBS[work.type];
  return (
    <>
      <p className="mt-1 text-sm text-muted">
        {verb} with {model.name}
        {count}
        {percent === null ? '' : ` · ${percent}%`}
      </p>
      <div
        role="progressbar"
        aria-label={verb}
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className={
            percent === null
              ? 'h-full w-1/3 animate-pulse rounded-full bg-signal'
              : 'h-full rounded-full bg-signal transition-[width]'
          }
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </>
  );
}
