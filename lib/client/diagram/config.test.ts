import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diagramConfig } from './config';

it('lets a source run nothing, and draws no image of an error', () => {
  for (const dark of [false, true]) {
    expect(diagramConfig(dark)).toMatchObject({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      maxTextSize: 20_000,
      maxEdges: 250,
    });
  }
});

it.each([
  [false, ':root'],
  [true, "[data-theme='dark']"],
])('has the colors of the pages (dark: %s)', (dark, selector) => {
  const styles = readFileSync(join(import.meta.dirname, '../../../app/globals.css'), 'utf8');
  const block = styles.slice(styles.indexOf(`${selector} {`)).split('}', 1)[0] ?? '';
  const { themeVariables: colors } = diagramConfig(dark) as { themeVariables: Record<string, string> };
  for (const [variable, token] of [
    ['background', 'surface'],
    ['textColor', 'ink'],
    ['lineColor', 'muted'],
    ['gridColor', 'line'],
    ['primaryBorderColor', 'edge'],
    ['todayLineColor', 'signal'],
    ['critBorderColor', 'stop'],
    ['pie1', 'chart-1'],
    ['pie8', 'chart-8'],
  ] as const) {
    const [, l, c, h] = new RegExp(`--${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(block) ?? [];
    expect(colors[variable], token).toBe(hexOf(Number(l), Number(c), Number(h)));
  }
});

/** A color of the CSS function `oklch()`, in sRGB (CSS Color 4). */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255);
  });
  return `#${bytes.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
