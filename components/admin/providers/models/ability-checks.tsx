import { MODEL_ABILITIES, type ModelAbility } from '@/lib/connected/constants';

const LABELS: Record<ModelAbility, string> = {
  tools: 'Tools',
  schema: 'Structured output',
  vision: 'Vision',
  multiple_images: 'Several images',
  audio: 'Audio',
  video: 'Video',
  reasoning: 'Reasoning',
  reasoning_effort: 'Reasoning effort',
  logprobs: 'Log probabilities',
  code: 'Code',
};

/** What a model can do: requests that need anything else are refused before they cost something. */
export function AbilityChecks({
  value,
  onChange,
}: {
  value: readonly ModelAbility[];
  onChange: (abilities: ModelAbility[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Abilities</legend>
      <div className="grid grid-cols-2 gap-x-3">
        {MODEL_ABILITIES.map((ability) => (
          <label
            key={ability}
            className="flex min-h-8 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-touch"
          >
            <input
              type="checkbox"
              checked={value.includes(ability)}
              onChange={({ target }) =>
                onChange(MODEL_ABILITIES.filter((one) => (one === ability ? target.checked : value.includes(one))))
              }
              className="size-4 shrink-0 accent-signal"
            />
            {LABELS[ability]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
