'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Table } from '@/components/ui/show/table/table';
import type { WireModel } from '@/lib/models/contract';
import { formatCount } from '@/components/ui/show/count-text';
import { AlignedMoney, columnDecimals } from '@/components/ui/show/money-text';
import { UNMEASURED, type MeasuredByModel } from '../details/figures';
import { ModelHeads, type ListOrder } from './model-heads';
import { ModelRow, PendingRows } from './model-row';

/** How many rows are rendered initially, and added per click. */
const PAGE_ROWS = 100;

/**
 * The models as a table; on narrow screens, values without a column appear under the name.
 * @param models undefined while loading, like the figures
 */
export function ModelTable({
  models,
  measured,
  withType,
  order,
}: {
  models: WireModel[] | undefined;
  measured: MeasuredByModel | undefined;
  withType: boolean;
  order: ListOrder;
}) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  const shown = models?.slice(0, limit) ?? [];
  const hidden = Math.max(0, (models?.length ?? 0) - limit);
  return (
    <div className="@container flex flex-col gap-3">
      <Table label="Models" aria-busy={models === undefined || undefined}>
        <ModelHeads {...order} />
        <AlignedMoney decimals={columnDecimals(amountsOf(shown), { exact: true })}>
          <tbody>
            {models ? (
              shown.map((model) => (
                <ModelRow
                  key={model.id}
                  model={model}
                  withType={withType}
                  measured={measured && (measured.get(model.id) ?? UNMEASURED)}
                />
              ))
            ) : (
              <PendingRows />
            )}
          </tbody>
        </AlignedMoney>
      </Table>
      <p className="max-w-prose text-sm text-muted">
        Context in tokens, prices in USD per million tokens. First token and speed are medians, and uptime is the share
        of requests without a server error, measured here in the last 24 hours; “yours” in your own requests alone.
      </p>
      {hidden > 0 ? (
        <Button size="small" className="self-start" onClick={() => setLimit(limit + PAGE_ROWS)}>
          Show {formatCount(Math.min(hidden, PAGE_ROWS))} more of {formatCount(hidden)}
        </Button>
      ) : null}
    </div>
  );
}

/** The prices in the columns: only text models have two, the others show theirs with its unit. */
function amountsOf(models: readonly WireModel[]): number[] {
  return models.flatMap((model) => {
    if (model.type !== 'text') return [];
    const { input, output, cache_input: cached } = model.model_spec.pricing;
    return [input.usd, output.usd, ...(cached ? [cached.usd] : [])];
  });
}
