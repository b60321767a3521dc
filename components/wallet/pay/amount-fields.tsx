import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { formatMoney } from '@/components/ui/show/money-text';
import { MAX_TOP_UP_USD, MIN_TOP_UP_USD } from '@/lib/x402/constants';
import { PRESETS_USD, readAmount } from '../amount';

/** The amount to pay: typed, or one of four. */
export function AmountFields({
  value,
  error,
  onChange,
  onLeave,
}: {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  onLeave: () => void;
}) {
  const { usd } = readAmount(value);
  const [min, max] = [MIN_TOP_UP_USD, MAX_TOP_UP_USD].map((bound) => formatMoney(bound, 'USD', { decimals: 0 }));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Amount" help={`${min} to ${max}, in whole cents.`} error={error}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          unit="USD"
          className="figure-text"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      </Field>
      <div role="group" aria-label="Common amounts" className="grid grid-cols-4 gap-2">
        {PRESETS_USD.map((preset) => (
          <Button
            key={preset}
            size="small"
            aria-pressed={usd === preset}
            onClick={() => onChange(String(preset))}
            className="figure-text aria-pressed:border-ink aria-pressed:bg-ink/4"
          >
            ${preset}
          </Button>
        ))}
      </div>
    </div>
  );
}
