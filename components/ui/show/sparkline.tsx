import { classNames } from '../class-names';

/** The width of a bar and of the gap after it, in SVG units. */
const BAR = 5;
const STEP = 7;
const HEIGHT = 16;
/** The height of the line under the bars, and half that of the lowest bar. */
const LINE_HEIGHT = 1;

const FILL = { ink: 'fill-ink/65', diem: 'fill-diem' } as const;

/**
 * A few amounts as bars on a line, oldest first, scaled to the highest. Nothing stands on the line where there is none.
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
  const width = Math.max(values.length * STEP - (STEP - BAR), 1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className={classNames('h-4 w-12 shrink-0', className)}
    >
      <title>{label}</title>
      <rect y={HEIGHT - LINE_HEIGHT} width={width} height={LINE_HEIGHT} className="fill-line" />
      {values.map((value, index) => {
        if (value <= 0) return null;
        const height = Math.max((value / highest) * HEIGHT, 2 * LINE_HEIGHT);
        return (
          <rect key={index} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} className={FILL[tone]} />
        );
      })}
    </svg>
  );
}
