import { columnDecimals } from '@/components/ui/show/money-text';
import type { Filters } from '../use-filters';
import { type Chart, formatValue } from './series';

/** The chart as a table for screen readers: a row for every day that is not empty. */
export function ChartTable({ chart, metric, label }: { chart: Chart; metric: Filters['metric']; label: string }) {
  const days = chart.days.flatMap((day, index) => {
    const values = chart.series.map((series) => series.values[index] ?? 0n);
    return values.some((value) => value > 0n) ? [{ day, values }] : [];
  });
  const decimals = columnDecimals(days.flatMap(({ values }) => values));
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day, UTC</th>
            {chart.series.map(({ id, name }) => (
              <th key={`${name} ${id}`} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {values.map((value, index) => (
                <td key={index}>{formatValue(value, metric, { decimals })}</td>
              ))}
              <td>
                {formatValue(
                  values.reduce((sum, value) => sum + value, 0n),
                  metric,
                  { decimals },
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
