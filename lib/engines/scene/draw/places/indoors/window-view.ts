/** What rooms share: light, windows, lamps. */
import { darken, mix } from '../../color';
import { scenery } from '../../scenery';
import { type Box, circle, ellipse, line, n, path, polygon, rect } from '../../svg';
import { type Land } from '../land';
import { drawStars } from '../sky';

/** Inside, night only dims the light. */
export function indoorLight({ palette, scene }: Land): (color: string) => string {
  const [tint, share] = {
    day: ['#ffffff', 0],
    dawn: ['#f7c3a8', 0.14],
    sunset: ['#e8875a', 0.2],
    night: ['#2b2a5a', 0.36],
  }[scene.time] as [string, number];
  const moody = (color: string): string => (scene.mood ? mix(color, palette.lit(color), 0.4) : color);
  return (color) => mix(scene.time === 'night' ? color : moody(color), tint, share);
}

/** A window that shows the time of day and the weather outside. */
export function outlook(land: Land, x: number, y: number, width: number, height: number): string {
  const { palette, unit, scene } = land;
  const lit = indoorLight(land);
  const [cx, cy] = [x + width * 0.7, y + height * 0.3];
  const hill = `M${n(x)} ${n(y + height)}V${n(y + height * 0.74)}Q${n(x + width * 0.3)} ${n(y + height * 0.56)} ${n(x + width * 0.56)} ${n(y + height * 0.76)}T${n(x + width)} ${n(y + height * 0.7)}V${n(y + height)}Z`;
  const isClear = scene.weather === 'clear' || scene.weather === 'rainbow' || scene.weather === 'wind';
  const body = isClear ? scenery(palette.isNight ? 'moon' : 'sun', circle(cx, cy, width * 0.11, palette.light)) : '';
  const falling = fallingOutside(land, { x, y, width, height });
  const stars =
    palette.isNight && isClear
      ? `<g transform="translate(${n(x)} ${n(y)})">${drawStars({ ...land, width: width * 0.96 }, height * 0.7, 6)}</g>`
      : '';
  const frame = unit * 1.4;
  const color = lit('#fdfaf3');
  return scenery(
    'window',
    rect(
      { x: x - frame * 1.4, y: y - frame * 1.4, width: width + frame * 2.8, height: height + frame * 2.8 },
      darken(color, 0.14),
      unit,
    ) +
      rect({ x, y, width, height }, 'url(#outside)') +
      stars +
      body +
      scenery('hill', path(hill, palette.ground)) +
      scenery(scene.weather === 'snow' ? 'snowflake' : 'rain', falling) +
      path(
        polygon([
          [x + width * 0.08, y + height * 0.5],
          [x + width * 0.42, y],
          [x + width * 0.55, y],
          [x + width * 0.08, y + height * 0.7],
        ]),
        '#ffffff',
        0.18,
      ) +
      `<path d="M${n(x)} ${n(y)}H${n(x + width)}V${n(y + height)}H${n(x)}ZM${n(x + width / 2)} ${n(y)}V${n(y + height)}M${n(x)} ${n(y + height / 2)}H${n(x + width)}" fill="none" stroke="${color}" stroke-width="${n(frame)}"/>` +
      rect(
        { x: x - frame * 2.4, y: y + height + frame * 0.8, width: width + frame * 4.8, height: frame * 1.5 },
        color,
        unit * 0.4,
      ),
  );
}

export function ceilingLamp({ unit, palette }: Land, x: number, floor: number, lit: (color: string) => string): string {
  const y = Math.min(floor * 0.2, unit * 15);
  const shine = palette.isNight
    ? circle(x, y, unit * 26, '#ffe7a6', 0.16) + circle(x, y, unit * 14, '#ffe7a6', 0.2)
    : '';
  return scenery(
    'lamp',
    shine +
      line(`M${n(x)} 0V${n(y - unit * 4)}`, lit('#5d5348'), unit * 0.4) +
      ellipse(x, y + unit * 0.4, unit * 2, unit * 1.6, '#fff3c9') +
      path(
        polygon([
          [x - unit * 2, y - unit * 4.4],
          [x + unit * 2, y - unit * 4.4],
          [x + unit * 6, y],
          [x - unit * 6, y],
        ]),
        lit('#e0a84e'),
      ),
  );
}

/** Rain or snow in a window. */
function fallingOutside({ unit, scene: { weather } }: Land, { x, y, width, height }: Box): string {
  if (weather === 'rain' || weather === 'storm') {
    return Array.from({ length: 14 }, (_, index) =>
      line(
        `M${n(x + width * (((index * 37) % 100) / 100) + 1)} ${n(y + height * (((index * 53) % 86) / 100))}l${n(-unit * 0.5)} ${n(height * 0.1)}`,
        '#dfefff',
        unit * 0.25,
        0.8,
      ),
    ).join('');
  }
  if (weather !== 'snow') return '';
  return Array.from({ length: 14 }, (_, index) =>
    circle(
      x + width * (0.06 + ((index * 37) % 90) / 100),
      y + height * (0.04 + ((index * 53) % 90) / 100),
      unit * 0.5,
      '#ffffff',
    ),
  ).join('');
}
