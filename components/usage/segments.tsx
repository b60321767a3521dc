import { classNames } from '@/components/ui/class-names';

/** A segmented control. `label` says what it chooses between. */
export function Segments<V extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className={classNames('flex w-fit max-w-full flex-wrap gap-0.5 rounded-control bg-ink/5 p-0.5', className)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="h-8 rounded-control px-3 text-sm whitespace-nowrap text-muted transition-[background-color,color] hover:text-ink aria-pressed:bg-surface aria-pressed:inset-ring aria-pressed:inset-ring-edge aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:min-h-touch"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
