'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { MouseEvent } from 'react';
import { formatCount } from '@/components/ui/show/count-text';
import { MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Row } from '@/components/ui/show/table/table';
import type { WireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { deprecationOf } from '../details/deprecation';
import { lowestPrice } from '../details/prices';
import { contextOf, pathOf, typeLabel } from '../details/types';
import { AbilityIcons, StateBadges } from '../badges';

/** The table width from which each column is shown; in narrower tables its values appear under the name. */
const COLUMN = {
  abilities: 'hidden @3xl:table-cell',
  context: 'hidden @xl:table-cell',
  price: 'hidden @xl:table-cell',
} as const;

/** The column headers. */
export function ModelHeads() {
  return (
    <thead>
      <tr>
        <HeadCell>Model</HeadCell>
        <HeadCell className={COLUMN.abilities}>Abilities</HeadCell>
        <HeadCell figures className={COLUMN.context}>
          Context, tokens
        </HeadCell>
        <HeadCell figures className={COLUMN.price}>
          Input, per million
        </HeadCell>
        <HeadCell figures className={COLUMN.price}>
          Output, per million
        </HeadCell>
      </tr>
    </thead>
  );
}

/**
 * One model; a click anywhere opens its page, as does its name by keyboard. @param withType whether the list mixes
 * types
 */
export function ModelRow({ model, withType }: { model: WireModel; withType: boolean }) {
  const router = useRouter();
  const path = pathOf(model.id);
  const context = contextOf(model);
  const leaving = deprecationOf(model);
  const go = ({ target }: MouseEvent) => {
    // Selecting text to copy it must not navigate.
    if (target instanceof Element && !target.closest('a, button') && !getSelection()?.toString()) router.push(path);
  };
  return (
    <Row className="cursor-pointer" onClick={go}>
      <Cell className="w-full max-w-0 min-w-56">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={path}
            prefetch={false}
            title={nameOf(model)}
            className="min-w-0 truncate rounded-control font-medium underline-offset-4 hover:underline pointer-coarse:-my-1.5 pointer-coarse:py-2.5"
          >
            {nameOf(model)}
          </Link>
          <StateBadges model={model} />
        </span>
        <span className="block truncate text-xs text-muted" title={model.id}>
          {withType ? `${typeLabel(model.type)} · ` : null}
          <span className="font-mono">{model.id}</span>
        </span>
        {leaving ? (
          <span className="block truncate text-xs text-warn">
            until {leaving.day}
            {leaving.replacement === null ? '' : `, then ${leaving.replacement}`}
          </span>
        ) : null}
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs @xl:hidden">
          {context === null ? null : <span className="text-muted">{formatCount(context)} tokens</span>}
          <PriceText model={model} />
        </span>
        <AbilityIcons model={model} className="mt-1 mb-0.5 @3xl:hidden" />
      </Cell>
      <Cell className={COLUMN.abilities}>
        <AbilityIcons model={model} className="w-64" />
      </Cell>
      <Cell figures className={COLUMN.context}>
        {context === null ? <None /> : formatCount(context)}
      </Cell>
      <PriceCells model={model} />
    </Row>
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

/** Skeleton rows. */
export function PendingRows() {
  return [0, 1, 2, 3].map((row) => (
    <Row key={row}>
      <Cell className="w-full">
        <Skeleton className="w-40" />
        <Skeleton className="mt-1.5 h-3 w-24" />
      </Cell>
      <Cell className={COLUMN.abilities}>
        <Skeleton className="h-3 w-64" />
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
    </Row>
  ));
}
