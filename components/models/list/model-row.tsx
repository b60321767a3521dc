'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { formatCount } from '@/components/ui/show/count-text';
import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Badge } from '@/components/ui/show/badge';
import { Cell, Row } from '@/components/ui/show/table/table';
import type { UsedModel } from '@/lib/billing/contract';
import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { deprecationOf } from '../details/deprecation';
import type { Measured } from '../details/figures';
import { lowestPrice } from '../details/prices';
import { contextOf, pathOf, typeLabel } from '../details/types';
import { AbilityIcons, StateBadges } from '../badges';
import { MakerMark } from '../maker-mark';
import { MeasuredCells, MeasuredLine } from './measured-cells';
import { COLUMN } from './model-heads';

/**
 * One model; a click anywhere opens its page, as does its name by keyboard.
 * @param withType whether the list mixes types
 * @param measured undefined while the figures load
 */
export function ModelRow({
  model,
  withType,
  measured,
}: {
  model: WireModel;
  withType: boolean;
  measured: Measured | undefined;
}) {
  const router = useRouter();
  const path = pathOf(model.id);
  const context = contextOf(model);
  const go = ({ target }: MouseEvent) => {
    // Selecting text to copy it must not navigate.
    if (target instanceof Element && !target.closest('a, button') && !getSelection()?.toString()) router.push(path);
  };
  return (
    <Row className="cursor-pointer" onClick={go}>
      <Cell className="w-full max-w-0 min-w-56 align-top">
        <div className="flex gap-3">
          <MakerMark model={model} className="mt-0.5" />
          <div className="flex min-w-0 flex-1 flex-col gap-0.5">
            <ModelName model={model} withType={withType} used={measured?.used ?? null} />
            <span className="flex flex-wrap gap-x-3 text-xs @xl:hidden">
              {context === null ? null : <span className="text-muted">{formatCount(context)} tokens</span>}
              <PriceText model={model} />
            </span>
            <span className="flex flex-wrap gap-x-3 text-xs tabular-nums @4xl:hidden">
              {measured ? <MeasuredLine type={model.type} measured={measured} /> : null}
            </span>
            <AbilityIcons model={model} />
          </div>
        </div>
      </Cell>
      <Cell figures className={COLUMN.context}>
        {context === null ? <None /> : formatCount(context)}
      </Cell>
      <PriceCells model={model} />
      {measured ? <MeasuredCells type={model.type} measured={measured} /> : <PendingFigures />}
    </Row>
  );
}

/** Name, ID, description, and what its users must know. */
function ModelName({ model, withType, used }: { model: WireModel; withType: boolean; used: UsedModel | null }) {
  const { description } = model.model_spec;
  const leaving = deprecationOf(model);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={pathOf(model.id)}
          prefetch={false}
          title={nameOf(model)}
          className="min-w-0 truncate rounded-control font-medium underline-offset-4 hover:underline pointer-coarse:-my-1.5 pointer-coarse:py-2.5"
        >
          {nameOf(model)}
        </Link>
        <StateBadges model={model} />
        {used ? <Badge>used by you</Badge> : null}
      </span>
      <span className="block truncate text-xs text-muted" title={model.id}>
        {withType ? `${typeLabel(model.type)} · ` : null}
        <span className="font-mono">{model.id}</span>
      </span>
      {description ? (
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted @4xl:line-clamp-1" title={description}>
          {description}
        </span>
      ) : null}
      {leaving ? (
        <span className="block truncate text-xs text-warn">
          until {leaving.day}
          {leaving.replacement === null ? '' : `, then ${leaving.replacement}`}
        </span>
      ) : null}
    </>
  );
}

function PriceCells({ model }: { model: WireModel }) {
  if (model.type !== 'text') {
    return (
      <Cell colSpan={2} className={`text-right whitespace-nowrap ${COLUMN.price}`}>
        <PriceText model={model} />
      </Cell>
    );
  }
  const { input, output, cache_input: cached } = model.model_spec.pricing;
  return (
    <>
      <Cell figures className={COLUMN.price}>
        <MoneyText amount={input.usd} />
        {cached ? (
          <span className="block text-xs text-muted">
            <MoneyText amount={cached.usd} /> cached
          </span>
        ) : null}
      </Cell>
      <Cell figures className={COLUMN.price}>
        <MoneyText amount={output.usd} />
      </Cell>
    </>
  );
}

/** The price in one line, with its unit. */
function PriceText({ model }: { model: WireModel }) {
  if (model.type === 'text') {
    const { input, output } = model.model_spec.pricing;
    return (
      <span>
        <MoneyText amount={input.usd} exact /> <span className="text-muted">in</span>{' '}
        <MoneyText amount={output.usd} exact /> <span className="text-muted">out, per million</span>
      </span>
    );
  }
  const price = lowestPrice(model);
  if (!price) return <span className="text-xs text-muted">quoted per video</span>;
  return (
    <span>
      {price.from ? <span className="text-xs text-muted">from </span> : null}
      <MoneyText amount={price.usd} exact /> <span className="text-xs text-muted">{price.unit}</span>
    </span>
  );
}

const None = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">none</span>
  </span>
);

function PendingFigures() {
  return [0, 1, 2].map((column) => (
    <Cell key={column} className={COLUMN.measured}>
      <Skeleton className="ml-auto w-12" />
    </Cell>
  ));
}

/** Skeleton rows. */
export function PendingRows() {
  return [0, 1, 2, 3].map((row) => (
    <Row key={row}>
      <Cell className="w-full">
        <div className="flex gap-3">
          <Skeleton className="mt-0.5 size-8 rounded-control" />
          <div className="flex-1">
            <Skeleton className="w-40" />
            <Skeleton className="mt-1.5 h-3 w-24" />
            <Skeleton className="mt-1.5 h-3 w-64 max-w-full" />
          </div>
        </div>
      </Cell>
      <Cell className={COLUMN.context}>
        <Skeleton className="ml-auto w-16" />
      </Cell>
      <Cell className={COLUMN.price}>
        <Skeleton className="ml-auto w-12" />
      </Cell>
      <Cell className={COLUMN.price}>
        <Skeleton className="ml-auto w-12" />
      </Cell>
      <PendingFigures />
    </Row>
  ));
}
