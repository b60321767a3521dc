'use client';

import { CircleCheck, CircleDashed, CirclePause, CircleX } from 'lucide-react';
import { Badge } from '@/components/ui/show/badge';
import { classNames } from '@/components/ui/class-names';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
import type { ModelState, UpstreamState } from '@/lib/admin/contract';
import { now } from '@/lib/client/now';
import { upstreamStatus } from './upstream-status';

const ICONS = { go: CircleCheck, warn: CirclePause, stop: CircleX, plain: CircleDashed } as const;
const TONES = { go: 'text-go', warn: 'text-warn', stop: 'text-stop', plain: 'text-muted' } as const;
const count = new Intl.NumberFormat('en-US');

/** The models, each with a row per upstream. On narrow screens, values without a column appear under the name. */
export function ModelTable({ models }: { models: ModelState[] }) {
  return (
    <Table label="Models">
      <thead>
        <tr>
          <HeadCell>Model and upstreams</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell figures className="hidden sm:table-cell">
            Failures
          </HeadCell>
          <HeadCell className="hidden md:table-cell">Last error</HeadCell>
          <HeadCell className="hidden lg:table-cell">Since</HeadCell>
        </tr>
      </thead>
      {models.map((model) => (
        <tbody key={model.id} aria-label={model.name} className="border-t border-line first-of-type:border-t-0">
          <ModelRow model={model} />
          {model.upstreams.map((upstream) => (
            <UpstreamRow key={`${upstream.provider} ${upstream.model}`} upstream={upstream} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

function ModelRow({ model }: { model: ModelState }) {
  const { id, name, type, state, proOnly, priced } = model;
  return (
    <Row className="hover:bg-transparent">
      <Cell className="w-full max-w-0 min-w-40">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full truncate font-medium" title={name}>
            {name}
          </span>
          {id === name ? null : <span className="figure-text max-w-full truncate text-xs text-muted">{id}</span>}
        </span>
      </Cell>
      <Cell colSpan={4}>
        <span className="flex flex-wrap gap-1.5">
          {state === 'offline' ? <Badge tone="stop">Offline in the service file</Badge> : null}
          {state === 'removed' ? <Badge tone="warn">Removed</Badge> : null}
          <Badge>{type}</Badge>
          <Badge>{priced ? 'Priced' : 'Free'}</Badge>
          {proOnly ? <Badge>Pro</Badge> : null}
        </span>
      </Cell>
    </Row>
  );
}

function UpstreamRow({ upstream }: { upstream: UpstreamState }) {
  const { provider, model, failures, lastError, since } = upstream;
  const { label, tone } = upstreamStatus(upstream, now());
  const Icon = ICONS[tone];
  return (
    <Row className="border-t-0">
      <Cell className="w-full max-w-0 min-w-40 pl-6 sm:pl-8">
        <span className="block truncate" title={`${provider} ${model}`}>
          {provider} <span className="figure-text text-xs text-muted">{model}</span>
        </span>
        {lastError === null ? null : (
          <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted md:hidden">
            <span className="sm:hidden">{count.format(failures)} failed</span>
            <span className="figure-text">{lastError}</span>
          </span>
        )}
      </Cell>
      <Cell>
        <span className={classNames('flex items-center gap-1.5 whitespace-nowrap', TONES[tone])}>
          <Icon aria-hidden />
          {label}
        </span>
      </Cell>
      <Cell figures className="hidden sm:table-cell">
        {count.format(failures)}
      </Cell>
      <Cell className="figure-text hidden text-xs text-muted md:table-cell">{lastError ?? 'none'}</Cell>
      <Cell className="hidden text-muted lg:table-cell">{since === null ? '' : <RelativeTime at={since} />}</Cell>
    </Row>
  );
}
