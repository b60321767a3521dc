/** The most characters of a source. Mermaid itself would draw a longer one as an image that says so. */
export const MAX_SOURCE = 20_000;

/**
 * The most arrows of a flowchart, and the like. Browsers may run a frame in the process of its page, which then waits for
 * it: the largest diagrams take seconds.
 */
const MAX_EDGES = 250;

/** The colors of `app/globals.css`, in the notation that Mermaid can calculate with. */
type Palette = {
  dark: boolean;
  surface: string;
  sunken: string;
  ink: string;
  muted: string;
  line: string;
  edge: string;
  signal: string;
  stop: string;
  /** Fill and text of what stands out: notes, activations, and tasks in progress. */
  marked: { fill: string; border: string };
  /** Series of charts, sections, and branches. */
  series: readonly string[];
  /** Text on a series. */
  onSeries: string;
};

const LIGHT: Palette = {
  dark: false,
  surface: '#ffffff',
  sunken: '#f5f3f0',
  ink: '#171b22',
  muted: '#5e646c',
  line: '#e1dfdb',
  edge: '#868b92',
  signal: '#c94e0c',
  stop: '#c2272d',
  marked: { fill: '#fdeee4', border: '#e3a883' },
  series: ['#2672b7', '#d67523', '#117555', '#cd6ca6', '#473571', '#3a99ba', '#977e0d', '#858991'],
  onSeries: '#ffffff',
};

const DARK: Palette = {
  dark: true,
  surface: '#15181e',
  sunken: '#1f232a',
  ink: '#f0eeeb',
  muted: '#9a9fa6',
  line: '#2a2e34',
  edge: '#646971',
  signal: '#f2823b',
  stop: '#f47b74',
  marked: { fill: '#3a271b', border: '#8a552f' },
  series: ['#549de5', '#f19a4b', '#419977', '#e797c4', '#8166c3', '#8ad0eb', '#ead070', '#6d7279'],
  onSeries: '#0d1014',
};

const FONT = 'Geist, system-ui, sans-serif';

/** How Mermaid draws: in the colors and the font of the pages, and without anything that a source could run. */
export function diagramConfig(dark: boolean): object {
  const palette = dark ? DARK : LIGHT;
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    maxTextSize: MAX_SOURCE,
    maxEdges: MAX_EDGES,
    logLevel: 'fatal',
    fontFamily: FONT,
    journey: { titleFontFamily: FONT, taskFontFamily: FONT, titleFontSize: '16px' },
    theme: 'base',
    themeCSS: fixes(palette),
    themeVariables: { ...shapes(palette), ...sequences(palette), ...plans(palette), ...series(palette) },
  };
}

/** What no variable changes: grid lines of Gantt charts, circles at relations, and the second row of timelines. */
const fixes = ({ surface, line }: Palette) =>
  `.grid .tick line{stroke:${line}} .marker.er circle{fill:${surface}} .eventWrapper{filter:none}`;

/** Flowcharts, states, classes, and entities. */
const shapes = ({ dark, surface, sunken, ink, muted, line, edge }: Palette) => ({
  darkMode: dark,
  fontSize: '14px',
  background: surface,
  mainBkg: sunken,
  primaryColor: sunken,
  primaryTextColor: ink,
  primaryBorderColor: edge,
  secondaryColor: surface,
  secondaryTextColor: ink,
  secondaryBorderColor: edge,
  tertiaryColor: surface,
  tertiaryTextColor: ink,
  tertiaryBorderColor: line,
  textColor: ink,
  titleColor: ink,
  lineColor: muted,
  edgeLabelBackground: surface,
  clusterBkg: surface,
  clusterBorder: edge,
  rowOdd: surface,
  rowEven: sunken,
});

const sequences = ({ surface, sunken, ink, muted, line, edge, marked }: Palette) => ({
  actorBkg: sunken,
  actorBorder: edge,
  actorLineColor: line,
  signalColor: muted,
  signalTextColor: ink,
  labelBoxBkgColor: sunken,
  labelBoxBorderColor: edge,
  sequenceNumberColor: surface,
  activationBkgColor: marked.fill,
  activationBorderColor: marked.border,
  noteBkgColor: marked.fill,
  noteBorderColor: marked.border,
  noteTextColor: ink,
});

/** Gantt charts. */
const plans = ({ surface, sunken, ink, line, edge, signal, stop, marked }: Palette) => ({
  sectionBkgColor: sunken,
  altSectionBkgColor: surface,
  sectionBkgColor2: sunken,
  gridColor: line,
  taskBkgColor: sunken,
  taskBorderColor: edge,
  taskTextColor: ink,
  taskTextLightColor: ink,
  taskTextDarkColor: ink,
  taskTextOutsideColor: ink,
  activeTaskBkgColor: marked.fill,
  activeTaskBorderColor: marked.border,
  doneTaskBkgColor: line,
  doneTaskBorderColor: edge,
  critBkgColor: surface,
  critBorderColor: stop,
  todayLineColor: signal,
});

/** Pies, branches, timelines, journeys, and charts. */
function series({ surface, sunken, ink, muted, edge, series: colors, onSeries }: Palette) {
  const numbered = (name: string, first: number, value: (color: string) => string) =>
    Object.fromEntries(colors.map((color, at) => [`${name}${at + first}`, value(color)]));
  return {
    ...numbered('pie', 1, (color) => color),
    pieOpacity: '1',
    pieStrokeColor: surface,
    pieStrokeWidth: '2px',
    pieOuterStrokeWidth: '0',
    pieSectionTextColor: onSeries,
    pieTitleTextSize: '16px',
    pieTitleTextColor: ink,
    pieLegendTextColor: ink,
    pieLegendTextSize: '14px',
    ...numbered('git', 0, (color) => color),
    ...numbered('gitBranchLabel', 0, () => onSeries),
    commitLabelColor: ink,
    commitLabelBackground: sunken,
    tagLabelColor: ink,
    tagLabelBackground: surface,
    tagLabelBorder: edge,
    ...numbered('cScale', 0, (color) => mixed(color, surface)),
    ...numbered('cScaleLabel', 0, () => ink),
    ...numbered('fillType', 0, () => sunken),
    // People of journeys.
    ...numbered('actor', 0, (color) => color),
    faceColor: surface,
    quadrant1Fill: sunken,
    quadrant2Fill: surface,
    quadrant3Fill: sunken,
    quadrant4Fill: surface,
    xyChart: {
      backgroundColor: surface,
      titleColor: ink,
      plotColorPalette: colors.join(','),
      ...Object.fromEntries(['xAxis', 'yAxis'].flatMap((axis) => axisColors(axis, ink, muted))),
    },
  };
}

/** A quarter of a color on a background, so that text can be read on it. */
function mixed(color: string, background: string): string {
  const bytes = [1, 3, 5].map((at) => {
    const [top, below] = [color, background].map((value) => Number.parseInt(value.slice(at, at + 2), 16));
    return Math.round((top ?? 0) * 0.25 + (below ?? 0) * 0.75);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const axisColors = (axis: string, ink: string, muted: string) => [
  [`${axis}LabelColor`, muted],
  [`${axis}TitleColor`, ink],
  [`${axis}TickColor`, muted],
  [`${axis}LineColor`, muted],
];
