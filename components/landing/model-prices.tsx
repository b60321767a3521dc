'use client';

import Link from 'next/link';
import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/show/badge';
import { EmptyState } from '@/components/ui/show/empty-state';
import { AlignedMoney, columnDecimals, MoneyText } from '@/components/ui/show/money-text';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
import { useListedModels } from '@/components/snippets/use-listed-models';
import type { TextWireModel } from '@/lib/models/contract';

/** The initial number of rows; the rest is shown on request. */
const FIRST_ROWS = 12;
const count = new Intl.NumberFormat('en-US');

type Pricing = NonNullable<TextWireModel['model_spec']['pricing']>;

/** The served models and their prices, from `GET /api/v1/models`. */
export function ModelPrices() {
  const models = useListedModels();
  const [all, setAll] = useState(false);
  if (models.isError) {
    return (
      <FailureNotice
        failure={models.error}
        what="The models could not be loaded."
        onRetry={() => void models.refetch()}
      />
    );
  }
  if (models.data?.length === 0) {
    return (
      <EmptyState
        title="No model is available yet"
        sentence="The embedded model is still downloading, or no provider is configured. The server log shows the reason."
      />
    );
  }
  const rows = all ? models.data : models.data?.slice(0, FIRST_ROWS);
  const hidden = (models.data?.length ?? 0) - (rows?.length ?? 0);
  return (
    <div className="flex flex-col items-start gap-3">
      {/* Only the server renders this element's content: browsers with JavaScript never show it. */}
      <noscript>
        <p className="text-muted">
          The price list needs JavaScript, which is off in this browser. The same list as JSON is at{' '}
          <Link href="/api/v1/models" prefetch={false} className="font-medium text-ink underline underline-offset-4">
            /api/v1/models
          </Link>
          .
        </p>
      </noscript>
      <div className="w-full noscript:hidden">
        <AlignedMoney decimals={columnDecimals(amountsOf(rows), { exact: true })}>
          <DataTable label="Price list" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
        </AlignedMoney>
      </div>
      <p className="text-sm text-muted sm:hidden noscript:hidden">Prices in USD per million tokens.</p>
      {hidden > 0 ? (
        <Button size="small" onClick={() => setAll(true)}>
          Show {count.format(hidden)} more
        </Button>
      ) : null}
    </div>
  );
}

/** The prices in both columns. */
function amountsOf(models: readonly TextWireModel[] = []): number[] {
  return models.flatMap(({ model_spec: { pricing } }) => (pricing ? [pricing.input.usd, pricing.output.usd] : []));
}

const COLUMNS: Column<TextWireModel>[] = [
  {
    head: 'Model',
    cellClassName: 'max-w-0 min-w-40 w-full',
    cell: (model) => <Name model={model} />,
    pending: <Skeleton className="w-40 max-w-full" />,
  },
  {
    head: 'Context, tokens',
    figures: true,
    className: 'hidden sm:table-cell',
    cell: (model) => (model.context_length ? count.format(model.context_length) : '–'),
    pending: <Skeleton className="ml-auto w-16" />,
  },
  priceColumn('Input', (pricing) => pricing.input.usd),
  priceColumn('Output', (pricing) => pricing.output.usd),
];

function priceColumn(head: string, usdOf: (pricing: Pricing) => number): Column<TextWireModel> {
  return {
    head: (
      <>
        {head}
        <span className="hidden sm:inline">, per million tokens</span>
      </>
    ),
    figures: true,
    cell: ({ model_spec: { pricing } }) => (pricing ? <MoneyText amount={usdOf(pricing)} /> : '–'),
    pending: <Skeleton className="ml-auto w-12" />,
  };
}

function Name({ model: { id, model_spec: spec } }: { model: TextWireModel }) {
  const { name = id, traits, offline } = spec;
  return (
    <>
      <span className="flex items-center gap-2">
        <Link
          href={`/models/${id}`}
          prefetch={false}
          className="truncate rounded-control font-medium underline-offset-4 hover:underline"
          title={name}
        >
          {name}
        </Link>
        {traits?.includes('default') ? <Badge className="hidden sm:inline-flex">default</Badge> : null}
        {offline ? <Badge tone="warn">offline</Badge> : null}
      </span>
      <span className="block truncate font-mono text-xs text-muted" title={id}>
        {id}
      </span>
    </>
  );
}
