'use client';

import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import Link from 'next/link';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn } from '@/components/frame/page-header';
import { Skeleton } from '@/components/ui/show/skeleton';
import { isApiFailure } from '@/lib/client/failure';
import type { ChatLocation } from '@/lib/core/samples/chat-request';
import type { WireModel } from '@/lib/models/contract';
import { aboutOf, sourceOf } from '../details/about';
import { sortedAbilities } from '../details/abilities';
import { boundsOf } from '../details/bounds';
import { useModel } from '../use-models';
import { DetailList } from './detail-list';
import { LimitLine } from './limit-line';
import { MeasuredHere } from './measured-here';
import { MissingModel } from './missing-model';
import { ModelHead } from './model-head';
import { Prices } from './prices';
import { Section } from './section';
import { SpeedHere } from './speed-here';
import { SampleRequest } from './sample-request';

/** What a model's page knows besides the model. */
type PageFacts = {
  signedIn: boolean;
  /** Whether the service refuses models outside their regions. */
  regionsEnforced: boolean;
} & ChatLocation;

/**
 * Everything about one model, and a sample request.
 * @param id its ID or one of its aliases
 */
export function ModelView({ id, ...page }: { id: string } & PageFacts) {
  const { data: model, error, refetch } = useModel(id);
  const status = isApiFailure(error) ? error.status : null;
  const isMissing = status === 404 || status === 410;
  return (
    <PageColumn>
      <Link
        href="/models"
        prefetch={false}
        className="-my-2 flex min-h-touch items-center gap-2 self-start text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden />
        All models
      </Link>
      {isMissing ? <MissingModel id={id} sentence={status === 410 ? (error?.message ?? null) : null} /> : null}
      {error && !isMissing ? (
        <>
          {model ? null : <h1 className="text-xl font-semibold wrap-anywhere">{id}</h1>}
          <FailureNotice
            failure={error}
            what={model ? 'This may be out of date.' : 'The model could not be loaded.'}
            onRetry={() => void refetch()}
          />
        </>
      ) : null}
      {!error && !model ? <PendingModel id={id} /> : null}
      {model && !isMissing ? <ModelDetails model={model} {...page} /> : null}
    </PageColumn>
  );
}

function ModelDetails({ model, signedIn, regionsEnforced, ...location }: { model: WireModel } & PageFacts) {
  const bounds = boundsOf(model);
  return (
    <>
      <ModelHead model={model} signedIn={signedIn} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-8">
          <SampleRequest model={model} {...location} />
          <Prices model={model} />
          {signedIn ? <LimitLine id={model.id} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Section title="Details" aside={<Source model={model} />}>
            <DetailList details={aboutOf(model, regionsEnforced)} />
          </Section>
          <MeasuredHere model={model} signedIn={signedIn} />
          {signedIn ? <SpeedHere id={model.id} /> : null}
          {bounds.length > 0 ? (
            <Section title="Defaults and limits">
              <DetailList details={bounds} />
            </Section>
          ) : null}
          {model.type === 'text' ? <Abilities {...sortedAbilities(model)} /> : null}
        </div>
      </div>
    </>
  );
}

function Source({ model }: { model: WireModel }) {
  const source = sourceOf(model);
  if (source === null) return null;
  return (
    <a
      href={source}
      rel="noreferrer"
      className="flex items-center gap-1 text-sm text-muted underline underline-offset-4 hover:text-ink"
    >
      Provider page
      <ArrowUpRight aria-hidden />
    </a>
  );
}

function Abilities({ can, cannot }: { can: string[]; cannot: string[] }) {
  return (
    <Section title="Abilities">
      {can.length > 0 ? (
        <ul className="text-sm">
          {can.map((labels) => (
            <li key={labels} className="border-t border-line py-2 wrap-anywhere">
              {labels}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm">Text only.</p>
      )}
      {cannot.length > 0 ? (
        <p className="border-t border-line pt-2 text-sm text-muted">Not supported: {lowered(cannot)}.</p>
      ) : null}
    </Section>
  );
}

/** Lowercases names for use within a sentence; acronyms stay as they are. */
const lowered = (labels: string[]) =>
  labels.map((name) => (/^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name)).join(', ');

function PendingModel({ id }: { id: string }) {
  return (
    <div aria-busy className="flex flex-col gap-6">
      <h1 className="text-xl font-semibold wrap-anywhere">{id}</h1>
      <Skeleton className="w-72 max-w-full" />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Skeleton className="h-64 w-full rounded-panel" />
        <div className="flex flex-col gap-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    </div>
  );
}
