import { columnDecimals } from '@/components/ui/show/money-text';
import { classNames } from '@/components/ui/class-names';
import type { Filters } from '../use-filters';
import { type Chart, formatValue, type Series } from './series';

const COLORS = [
  'bg-chart-1',
  'bg-chart-2',
  'bg-chart-3',
  'bg-chart-4',
  'bg-chart-5',
  'bg-chart-6',
  'bg-chart-7',
  'bg-chart-8',
];

/** The series with their totals, largest first. @param onPick filters the page by one of them */
export function Legend({
  chart,
  metric,
  onPick,
}: {
  chart: Chart;
  metric: Filters['metric'];
  onPick: ((series: Series) => void) | null;
}) {
  const decimals = columnDecimals(chart.series.map(({ total }) => total));
  return (
    <ul aria-label="Series" className="flex flex-col">
      {chart.series.map((series) => (
        <li key={`${series.name} ${series.id}`}>
          {series.id === null || onPick === null ? (
            <div className={LINE}>
              <Label series={series} metric={metric} decimals={decimals} />
            </div>
          ) : (
            <button
              type="button"
              className={classNames(LINE, 'transition-[background-color] hover:bg-ink/6')}
              onClick={() => onPick(series)}
            >
              <span className="sr-only">Only </span>
              <Label series={series} metric={metric} decimals={decimals} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const LINE = 'flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left text-sm pointer-coarse:min-h-touch';

function Label({
  series: { name, color, total },
  metric,
  decimals,
}: {
  series: Series;
  metric: Filters['metric'];
  /** Of all amounts of money in the list. */
  decimals: number;
}) {
  return (
    <>
      <span aria-hidden className={classNames('size-2.5 shrink-0 rounded-full', COLORS[color - 1])} />
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      <span className="figure-text text-xs">{formatValue(total, metric, { decimals })}</span>
    </>
  );
}
