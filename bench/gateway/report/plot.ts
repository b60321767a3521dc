import { findRow, type Row } from './medians';

/** Groups of bars. */
const GROUPS = [
  { load: 'small', step: 'c = 1', title: 'short answers, 1 connection' },
  { load: 'small', step: 'c = 32', title: 'short answers, 32 connections' },
  { load: 'small', step: 'c = 256', title: 'short answers, 256 connections' },
  { load: 'large', step: 'c = 32', title: '10 KB answers, 32 connections' },
  { load: 'stream20', step: 'c = 32', title: 'streams of 20 chunks, 32 connections' },
  { load: 'mixed', step: 'c = 32', title: 'mixed, 32 connections' },
];

const WIDTH = 760;
const LEFT = 150;
const RIGHT = 70;
const BAR = 16;
const PITCH = 20;
const TITLE = 28;
const TOP = 44;
const AXIS = 24;
const LOWEST = 10;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; } .small { fill: #59636e; } .paper { fill: #ffffff; }
  .grid { stroke: #d1d9e0; } .bar { fill: #8c959f; } .ours { fill: #0969da; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; } .paper { fill: #0d1117; }
    .grid { stroke: #3d444d; } .bar { fill: #656c76; } .ours { fill: #4493f8; }
  }`;

/** Requests per second of each subject as an SVG, on a logarithmic scale; light or dark like the user's setting. */
export function plotOf(rows: Row[]): string {
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const groups = GROUPS.map(({ load, step, title }) => ({
    title,
    bars: subjects
      .flatMap((subject) => findRow(rows, load, step, subject) ?? [])
      .filter(({ perSecond }) => perSecond > 0),
  })).filter(({ bars }) => bars.length > 0);
  const highest = Math.max(LOWEST * 10, ...groups.flatMap(({ bars }) => bars.map(({ perSecond }) => perSecond)));
  const decades = Math.ceil(Math.log10(highest / LOWEST));
  const xOf = (value: number) => {
    const share = Math.log10(Math.max(value, LOWEST) / LOWEST) / decades;
    return LEFT + share * (WIDTH - LEFT - RIGHT);
  };
  const bottom = TOP + groups.reduce((sum, { bars }) => sum + TITLE + bars.length * PITCH, 0) + 8;
  const height = bottom + AXIS;
  let y = TOP;
  const parts: string[] = [];
  for (const { title, bars } of groups) {
    parts.push(text(8, y + 18, title, 'title'));
    y += TITLE;
    for (const row of bars) {
      parts.push(barOf(row, y, xOf(row.perSecond)));
      y += PITCH;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>Requests per second through each gateway</title>
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
${text(8, 24, 'Requests per second, medians, logarithmic scale', 'title')}
${gridOf(decades, xOf, bottom)}
${parts.join('\n')}
</svg>
`;
}

function barOf({ subject, perSecond }: Row, y: number, end: number): string {
  const kind = subject.startsWith('Farebox') ? 'ours' : 'bar';
  const width = Math.max(1, end - LEFT).toFixed(1);
  return [
    text(LEFT - 8, y + 12, subject, '', 'end'),
    `<rect class="${kind}" x="${LEFT}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
    text(end + 6, y + 12, Math.round(perSecond).toLocaleString('en-US'), 'small'),
  ].join('\n');
}

function gridOf(decades: number, xOf: (value: number) => number, bottom: number): string {
  const lines = Array.from({ length: decades + 1 }, (_, index) => {
    const value = LOWEST * 10 ** index;
    const x = xOf(value).toFixed(1);
    const label = text(Number(x), bottom + 16, value.toLocaleString('en-US'), 'small', 'middle');
    return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${bottom}"/>\n${label}`;
  });
  return lines.join('\n');
}

function text(x: number, y: number, content: string, kind: string, anchor = 'start'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}" class="${kind}" text-anchor="${anchor}">${escaped}</text>`;
}
