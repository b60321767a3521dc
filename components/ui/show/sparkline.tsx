import { classNames } from '../class-names';

/** The width of a bar and of the gap after it, in SVG units. */
const BAR = 5;
const STEP = 7;
const HEIGHT = 16;
/** The height of an empty bar, so that the day stays visible. */
const EMPTY_HEIGHT = 1;

const FILL = { ink: 'fill-ink/65', diem: 'fill-diem' } as const;

/**
 * A few amounts as bars, oldest first, scaled to the highest.
 * @param values ≥ 0
 * @param label describes the chart in words, with the numbers that matter
 */
export function Sparkline({
  values,
  label,
  tone = 'ink',
  className,
}: {
  values: readonly number[];
  label: string;
  tone?: keyof typeof FILL;
  className?: string;
}) {
  const highest = Math.max(...values, 0);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(values.length * STEP - (STEP - BAR), 1)} ${HEIGHT}`}
      className={classNames('h-4 w-12 shrink-0', className)}
    >
      <title>{label}</title>
      {values.map((value, index) => {
        const height = value > 0 ? Math.max((value / highest) * HEIGHT, 2 * EMPTY_HEIGHT) : EMPTY_HEIGHT;
        return (
          <rect
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={BAR}
            height={height}
            className={value > 0 ? FILL[tone] : 'fill-edge/60'}
          />
        );
      })}
    </svg>
  );
}
