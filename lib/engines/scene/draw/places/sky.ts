/** The sky of outdoor places: gradient, sun or moon, stars, clouds. */
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { circle, glow, n, path, rect, verticalGradient } from '../svg';
import { isPaleDay, paleClouds } from '../winter';
import type { Land, SkyBody } from './land';

/**
 * The sky down to the horizon: definitions and layers.
 * @param free above this height nothing hides the sky: there the sun and the moon are
 */
export function drawSky(
  land: Land,
  horizon: number,
  free = horizon,
): { defs: string; layers: string[]; body?: SkyBody } {
  const { width, height, palette, scene } = land;
  const [top, middle, low] = palette.sky;
  const defs =
    verticalGradient('sky', [
      [0, top],
      [0.55, middle],
      [1, low],
    ]) + glow('shine', palette.light, palette.isNight ? 0.5 : 0.85);
  const background =
    rect({ x: 0, y: 0, width, height }, low) +
    rect({ x: 0, y: 0, width, height: Math.min(height, horizon + height * 0.05) }, 'url(#sky)');
  const isCovered =
    scene.weather === 'storm' || scene.weather === 'rain' || scene.weather === 'cloudy' || isHidden(land);
  const body = land.hasSkyBody || isCovered || isPaleDay(land) ? undefined : bodyOf(land, horizon, free);
  const shown = body ? (palette.isNight ? moon(land, body) : sun(land, body)) : '';
  const stars = palette.isNight && !isCovered ? drawStars(land, horizon, 1) : '';
  const layers = [background + stars + shown, clouds(land, horizon, body)].filter((layer) => layer !== '');
  return { defs, layers, ...(body && { body }) };
}

/** Whether fog hides the sun; at dawn and sunset, it is low and red, and shines through. */
function isHidden({ scene: { weather, time } }: Land): boolean {
  return weather === 'fog' && (time === 'day' || time === 'night');
}

/** Stars down to a height. */
export function drawStars({ width, random, unit }: Land, bottom: number, density: number): string {
  const count = Math.round(Math.min(260, ((width * bottom) / 7000) * density));
  const stars = Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, width), random.between(0, bottom * 0.92)];
    const size = random.next() ** 4 * unit * 0.32 + unit * 0.07;
    return circle(x, y, size, random.pick(['#ffffff', '#fff2cf', '#dbe6ff']), random.between(0.45, 1));
  });
  const sparkles = Array.from({ length: Math.min(6, Math.ceil(count / 40)) }, () => {
    const [x, y, r] = [random.between(0, width), random.between(0, bottom * 0.7), unit * random.between(0.9, 1.7)];
    const d = `M${n(x)} ${n(y - r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + r)}Q${n(x)} ${n(y)} ${n(x - r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - r)}Z`;
    return path(d, '#ffffff', 0.9);
  });
  return scenery('star', stars.join('') + sparkles.join(''));
}

/** Where the sun or the moon is: whole, and in free sky. */
function bodyOf({ width, unit, random, palette, scene }: Land, horizon: number, free: number): SkyBody {
  if (palette.isNight) {
    const radius = unit * 6.5;
    const x = width * random.between(0.7, 0.84);
    return { x, y: limited(horizon * random.between(0.18, 0.3), radius, free), radius };
  }
  const isLow = scene.time !== 'day' && free === horizon;
  const radius = unit * (isLow ? 9.5 : 7);
  const x = width * random.between(isLow ? 0.3 : 0.68, isLow ? 0.7 : 0.86);
  if (isLow) return { x, y: horizon - radius * random.between(0.9, 1.5), radius };
  return { x, y: limited(horizon * random.between(0.16, 0.26), radius, free), radius };
}

/** A height at which a circle ends neither above the picture nor below the free sky. */
function limited(y: number, radius: number, free: number): number {
  return Math.max(radius * 1.5, Math.min(y, free - radius * 1.4));
}

function sun({ palette, scene }: Land, { x, y, radius }: SkyBody): string {
  const isLow = scene.time !== 'day';
  return scenery(
    'sun',
    circle(x, y, radius * (isLow ? 3.6 : 2.6), 'url(#shine)', 0.8) +
      circle(x, y, radius * 1.25, lighten(palette.light, 0.25), 0.35) +
      circle(x, y, radius, lighten(palette.light, isLow ? 0.25 : 0.1)),
  );
}

function moon({ palette }: Land, { x, y, radius }: SkyBody): string {
  const craters = [
    [-0.3, -0.25, 0.2],
    [0.3, 0.1, 0.26],
    [-0.15, 0.42, 0.15],
    [0.15, -0.5, 0.12],
  ] as const;
  const marks = craters.map(([dx, dy, size]) =>
    circle(x + dx * radius, y + dy * radius, size * radius, darken(palette.light, 0.14), 0.7),
  );
  return scenery(
    'moon',
    circle(x, y, radius * 2.6, 'url(#shine)', 0.7) + circle(x, y, radius, palette.light) + marks.join(''),
  );
}

/** A cloud around a middle point. */
export function cloud(x: number, y: number, width: number, color: string, opacity: number): string {
  const h = width * 0.3;
  const puffs = [
    [-0.3, 0.05, 0.62],
    [-0.08, -0.3, 0.85],
    [0.17, -0.12, 0.75],
    [0.35, 0.12, 0.52],
  ] as const;
  const base = rect({ x: x - width * 0.5, y: y + h * 0.05, width, height: h * 0.6 }, color, h * 0.3);
  const all = base + puffs.map(([dx, dy, size]) => circle(x + dx * width, y + dy * h, size * h * 0.72, color)).join('');
  return scenery('cloud', `<g opacity="${n(opacity)}">${all}</g>`);
}

function clouds(land: Land, horizon: number, body: SkyBody | undefined): string {
  if (land.scene.sky === 'cloudless') return '';
  if (isPaleDay(land)) return paleClouds(land, horizon);
  const { width, unit, random, palette, scene } = land;
  const counts = { clear: 3, rainbow: 4, wind: 5, cloudy: 11, rain: 12, storm: 14, snow: 8, fog: 5 };
  const share = Math.max(0.6, Math.min(2, width / (unit * 100)));
  const count = Math.round(counts[scene.weather] * share * (palette.isNight && scene.weather === 'clear' ? 0.6 : 1));
  const isHeavy = scene.weather === 'rain' || scene.weather === 'storm' || scene.weather === 'cloudy';
  return Array.from({ length: count }, (_, index) => {
    const size = unit * random.between(isHeavy ? 26 : 14, isHeavy ? 46 : 28);
    const x = ((index + random.between(0.1, 0.9)) / count) * width;
    const y = horizon * random.between(0.06, isHeavy ? 0.5 : 0.62);
    const shade = isHeavy ? mix(palette.cloud, darken(palette.sky[0], 0.3), random.between(0.1, 0.45)) : palette.cloud;
    const opacity = isHeavy ? 0.9 : random.between(0.55, 0.9);
    return body && covers(x, y, size, body) ? '' : cloud(x, y, size, shade, opacity);
  }).join('');
}

/** Whether a cloud there would hide a part of the sun or the moon. */
function covers(x: number, y: number, size: number, body: SkyBody): boolean {
  return Math.abs(x - body.x) < size * 0.55 + body.radius && Math.abs(y - body.y) < size * 0.3 + body.radius;
}
