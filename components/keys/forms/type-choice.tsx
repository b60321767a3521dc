import type { Key } from '@/lib/keys/contract';

const TYPES = [
  { value: 'INFERENCE', label: 'Inference', note: 'Calls models and spends from the balance.' },
  { value: 'ADMIN', label: 'Admin', note: 'Also manages keys and views billing.' },
] as const;

/** What a new key may do; it cannot be changed later. */
export function TypeChoice({
  value,
  onChange,
}: {
  value: Key['apiKeyType'];
  onChange: (type: Key['apiKeyType']) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Type</legend>
      <div className="divide-y divide-line rounded-control border border-edge">
        {TYPES.map((type) => (
          <label key={type.value} className="flex cursor-pointer items-start gap-3 p-3 has-checked:bg-ink/4">
            <input
              type="radio"
              name="apiKeyType"
              value={type.value}
              checked={value === type.value}
              onChange={() => onChange(type.value)}
              className="mt-0.5 size-4 shrink-0 accent-signal"
            />
            <span>
              <span className="block font-medium">{type.label}</span>
              <span className="block text-sm text-muted">{type.note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
