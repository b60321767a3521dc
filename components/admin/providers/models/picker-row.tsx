'use client';

import { useId } from 'react';
import { Input } from '@/components/ui/field';
import { Badge } from '@/components/ui/show/badge';
import { type ChoosableModel, type Choice, firstChoice, missingPrice } from './picker-choice';

const count = new Intl.NumberFormat('en-US', { notation: 'compact' });

const SOURCES = {
  provider: 'its own price',
  price_list: 'price list',
  local: 'price of local models',
} as const;

/** A listed model: chosen or not, and once chosen, its price. */
export function PickerRow({
  model,
  choice,
  showErrors,
  onChoose,
}: {
  model: ChoosableModel;
  choice: Choice | null;
  showErrors: boolean;
  onChoose: (choice: Choice | null) => void;
}) {
  const id = useId();
  const { upstreamName, price, priceSource, contextTokens, text, servedAs } = model;
  const problem = choice && showErrors ? missingPrice(choice) : null;
  return (
    <li className="flex flex-col gap-2 border-t border-line px-3 py-2 first:border-t-0">
      <label className="flex cursor-pointer items-start gap-3 pointer-coarse:min-h-touch">
        <input
          type="checkbox"
          checked={choice !== null}
          disabled={servedAs.length > 0}
          onChange={(event) => onChoose(event.target.checked ? firstChoice(model) : null)}
          className="mt-0.5 size-4 shrink-0 accent-signal"
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{upstreamName}</span>
            {servedAs.length > 0 ? <Badge tone="go">Served</Badge> : null}
            {text ? null : <Badge>Not known to be text</Badge>}
          </span>
          <span className="block text-sm text-muted">
            {price === null ? (
              'No known price'
            ) : (
              <>
                <span className="figure-text">
                  ${price.input} / ${price.output}
                </span>
                {priceSource === null ? '' : `, ${SOURCES[priceSource]}`}
              </>
            )}
            {contextTokens === null ? '' : `, context ${count.format(contextTokens)}`}
          </span>
        </span>
      </label>
      {choice ? (
        <div className="pl-7">
          <div className="grid grid-cols-2 gap-3">
            {(['input', 'output'] as const).map((side) => (
              <label key={side} className="flex flex-col gap-1 text-sm text-muted">
                {side === 'input' ? 'Input, per million' : 'Output, per million'}
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  unit="USD"
                  className="figure-text"
                  aria-invalid={problem !== null || undefined}
                  aria-describedby={problem === null ? undefined : id}
                  value={choice[side]}
                  onChange={(event) => onChoose({ ...choice, [side]: event.target.value })}
                />
              </label>
            ))}
          </div>
          {problem === null ? null : (
            <p id={id} role="alert" className="mt-1 text-sm text-stop">
              {problem}
            </p>
          )}
        </div>
      ) : null}
    </li>
  );
}
