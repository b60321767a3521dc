'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { SnippetTabs, type ColoredSnippets } from '@/components/snippets/snippet-tabs';
import { formatMoney } from '@/components/ui/show/money-text';
import { useListedModels } from '@/components/snippets/use-listed-models';
import type { TextWireModel } from '@/lib/models/contract';

/** The example request whose price is shown under the sample. */
const EXAMPLE = { input: 1_000, output: 300 };
const MILLION = 1_000_000;

/** The first request to this installation, and the receipt it would get. */
export function LiveSample({ origin, apiKey, colored }: { origin: string; apiKey: string; colored: ColoredSnippets }) {
  const here = useOrigin(origin);
  const models = useListedModels();
  const model = models.data?.[0];
  return (
    <figure className="min-w-0">
      <SnippetTabs origin={here} apiKey={apiKey} colored={colored} />
      <figcaption className="mt-2 flex min-h-5 flex-wrap gap-x-2 px-1 font-mono text-xs text-muted tabular-nums">
        {model?.model_spec.pricing ? <ExampleReceipt model={model} /> : null}
      </figcaption>
    </figure>
  );
}

function ExampleReceipt({ model }: { model: TextWireModel }) {
  const pricing = model.model_spec.pricing;
  if (!pricing) return null;
  const cost = (EXAMPLE.input * pricing.input.usd + EXAMPLE.output * pricing.output.usd) / MILLION;
  return (
    <span>
      1,000 in · 300 out · <span className="text-ink">{formatMoney(cost)}</span> · {model.model_spec.name ?? model.id}
    </span>
  );
}
