'use client';

import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { columnDecimals } from '@/components/ui/show/money-text';
import type { Filters } from '../use-filters';
import { type Chart, formatValue, heightOf } from './series';
import { ticksOf } from './ticks';

type Metric = Filters['metric'];
/** One day: its index, and the height of each series under `s0`, `s1`, … */
type Column = { day: string; index: number; total: number; [series: string]: number | string };

/** Up to this many days, each bar shows its total. */
const LABELED_DAYS = 10;
/** The width of a character of the axis labels. */
const CHARACTER_WIDTH = 7;
const AXIS_PAD = 8;
const TICK = { fill: 'var(--muted)', fontSize: 12 };

/**
 * The chart's bars, loaded after the page. Only for sighted mouse users: the table next to them has the same content.
 * @param onDay called with the clicked day
 */
export default function Bars({ chart, metric, onDay }: { chart: Chart; metric: Metric; onDay: (day: string) => void }) {
  const columns = chart.days.map((day, index): Column => {
    const heights = chart.series.map(({ values }) => heightOf(values[index] ?? 0n, metric));
    const named = Object.fromEntries(heights.map((height, index) => [`s${index}`, height]));
    return { ...named, day, index, total: heights.reduce((sum, height) => sum + height, 0) };
  });
  const ticks = ticksOf(Math.max(0, ...columns.map(({ total }) => total)), metric !== 'cost' && metric !== 'diem');
  const isLabeled = chart.days.length <= LABELED_DAYS;
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 320, height: 224 }}>
      <BarChart
        data={columns}
        accessibilityLayer={false}
        margin={{ top: isLabeled ? 20 : 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        className="cursor-pointer"
        onClick={({ activeLabel }) => {
          if (typeof activeLabel === 'string') onDay(activeLabel);
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          interval="equidistantPreserveStart"
          minTickGap={16}
        />
        <YAxis
          width={axisWidth(ticks, metric)}
          tickFormatter={(height: number) => tickOf(height, metric)}
          tick={TICK}
          tickLine={false}
          axisLine={false}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 1]}
          interval={0}
        />
        <Tooltip
          cursor={{ fill: 'var(--ink)', fillOpacity: 0.05 }}
          isAnimationActive={false}
          content={({ active, label }) =>
            active && typeof label === 'string' ? <DayCard chart={chart} metric={metric} day={label} /> : null
          }
        />
        {chart.series.map(({ color, name, id }, index) => (
          <Bar
            key={`${name} ${id}`}
            dataKey={`s${index}`}
            stackId="all"
            fill={`var(--chart-${color})`}
            stroke="var(--surface)"
            strokeWidth={1}
            maxBarSize={72}
            isAnimationActive={false}
            // On a tap, the chart does not know the active day yet.
            onClick={(_bar, index) => {
              const day = chart.days[index];
              if (day) onDay(day);
            }}
          >
            {isLabeled && index === chart.series.length - 1 ? (
              <LabelList
                dataKey="total"
                position="top"
                fill="var(--ink)"
                fontSize={12}
                formatter={(height) => (Number(height) > 0 ? tickOf(Number(height), metric) : '')}
              />
            ) : null}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** As wide as the longest axis label, in pixels. */
function axisWidth(ticks: readonly number[], metric: Metric): number {
  return AXIS_PAD + CHARACTER_WIDTH * (Math.max(...ticks.map((tick) => tickOf(tick, metric).length)) + 1);
}

function DayCard({ chart, metric, day }: { chart: Chart; metric: Metric; day: string }) {
  const index = chart.days.indexOf(day);
  const parts = chart.series.filter(({ values }) => (values[index] ?? 0n) > 0n);
  const total = parts.reduce((sum, { values }) => sum + (values[index] ?? 0n), 0n);
  const decimals = columnDecimals([total, ...parts.map(({ values }) => values[index] ?? 0n)]);
  return (
    <div className="max-w-72 rounded-control border border-line bg-surface p-3 text-sm shadow-float">
      <p className="flex justify-between gap-6 font-medium">
        <span>{longDay(day)}</span>
        <span className="figure-text">{formatValue(total, metric, { decimals })}</span>
      </p>
      {parts.length > 1
        ? parts.map(({ id, name, color, values }) => (
            <p key={`${name} ${id}`} className="mt-1 flex items-center gap-2 text-muted">
              <span
                aria-hidden
                className="size-2 shrink-0 rounded-full"
                style={{ background: `var(--chart-${color})` }}
              />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="figure-text text-ink">{formatValue(values[index] ?? 0n, metric, { decimals })}</span>
            </p>
          ))
        : null}
    </div>
  );
}

function tickOf(height: number, metric: Metric): string {
  if (height === 0) return '0';
  const value = metric === 'cost' || metric === 'diem' ? BigInt(Math.round(height * 1e9)) : BigInt(Math.round(height));
  return formatValue(value, metric, { short: true }).replace(' DIEM', '');
}

const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortDay = (day: string) => SHORT.format(Date.parse(day));
const longDay = (day: string) => LONG.format(Date.parse(day));
