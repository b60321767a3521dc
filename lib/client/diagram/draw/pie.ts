import { linesWidth } from '../text';
import type { Pie } from '../types';
import { drawImage, drawLabel, FONT, LINE, n, type Colors, type Image } from './canvas';

const RADIUS = 110;
const LEGEND_GAP = 32;
const ROW = 26;
/** Hues that people who do not see all colors can tell apart, with the legend in the same order. */
const HUES = [222, 28, 160, 340, 265, 95, 195, 50];

/** Draws a pie chart with its legend. */
export function drawPie({ title, slices, showValues }: Pie, colors: Colors): Image {
  const sum = slices.reduce((all, { value }) => all + value, 0);
  const top = title === '' ? 0 : LINE + 16;
  const center = { x: RADIUS, y: top + RADIUS };
  let from = 0;
  const parts = slices.map(({ value }, at) => {
    const share = value / sum;
    const part = drawSlice(
      center,
      from,
      from + share,
      `fill="${colorOf(at)}" stroke="${colors.paper}" stroke-width="2"`,
    );
    from += share;
    return part;
  });
  const labels = slices.map(({ label, value }) => {
    const percent = `${Math.round((value / sum) * 1_000) / 10}%`;
    return showValues ? `${label}: ${value} (${percent})` : `${label}: ${percent}`;
  });
  const legendX = 2 * RADIUS + LEGEND_GAP;
  const legendTop = top + Math.max(0, RADIUS - (labels.length * ROW) / 2);
  const legend = labels.map((label, at) => {
    const y = legendTop + at * ROW + ROW / 2;
    const mark = `<rect x="${n(legendX)}" y="${n(y - 7)}" width="14" height="14" rx="3" fill="${colorOf(at)}"/>`;
    return mark + drawLabel([label], { x: legendX + 22, y }, { color: colors.ink, anchor: 'start' });
  });
  const width = legendX + 22 + linesWidth(labels, FONT);
  const heading =
    title === '' ? '' : drawLabel([title], { x: width / 2, y: LINE / 2 }, { color: colors.ink, bold: true });
  const height = Math.max(top + 2 * RADIUS, legendTop + labels.length * ROW);
  return drawImage(
    [heading, ...parts, ...legend],
    { width, height },
    title === '' ? 'Pie chart' : `Pie chart: ${title}`,
  );
}

/** @param from where it begins, as a part of the circle from the top; `to` alike */
function drawSlice(center: { x: number; y: number }, from: number, to: number, paint: string): string {
  if (to - from <= 0) return '';
  if (to - from >= 0.999_99) return `<circle cx="${n(center.x)}" cy="${n(center.y)}" r="${RADIUS}" ${paint}/>`;
  const at = (part: number) => {
    const angle = (part - 0.25) * 2 * Math.PI;
    return `${n(center.x + RADIUS * Math.cos(angle))} ${n(center.y + RADIUS * Math.sin(angle))}`;
  };
  const isLarge = to - from > 0.5 ? 1 : 0;
  return `<path d="M ${n(center.x)} ${n(center.y)} L ${at(from)} A ${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${at(to)} Z" ${paint}/>`;
}

function colorOf(at: number): string {
  const hue = HUES[at % HUES.length] ?? 0;
  const lightness = 55 + 12 * Math.min(2, Math.floor(at / HUES.length));
  return `hsl(${hue} 60% ${lightness}%)`;
}
