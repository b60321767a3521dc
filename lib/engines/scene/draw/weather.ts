/** Weather that is between the viewer and the scene, or in its sky. */
import { mix } from './color';
import type { Backdrop, Land } from './places/land';
import { circle, ellipse, line, n, path, polygon, rect } from './svg';

/** Weather in the sky, behind the subjects: rainbow and lightning. */
export function skyWeather(land: Land, { sky, ground }: Backdrop): string {
  if (!isOutdoors(land)) return '';
  const { width, unit, random, scene } = land;
  if (scene.weather === 'rainbow') {
    // Its ends are behind the land.
    const [x, y] = [width / 2, ground.top];
    const radius = Math.min(width * 0.52, unit * 72, (y - sky.top) / 0.9);
    const bands = ['#e8505b', '#f59a4a', '#f7d954', '#6cc46c', '#4f9fe0', '#8a6bd1'];
    const arcs = bands.map((color, index) => {
      const r = radius - index * unit * 2.3;
      return `<path d="M${n(x - r)} ${n(y)}A${n(r)} ${n(r * 0.9)} 0 0 1 ${n(x + r)} ${n(y)}" fill="none" stroke="${color}" stroke-width="${n(unit * 2.4)}" opacity=".72"/>`;
    });
    return arcs.join('');
  }
  if (scene.weather !== 'storm') return '';
  return [random.between(0.12, 0.35), random.between(0.62, 0.88)]
    .map((at) => {
      const [x, top, tall] = [width * at, sky.top + unit * 8, Math.max(unit * 20, sky.bottom - sky.top - unit * 4)];
      const bolt = polygon([
        [x, top],
        [x + unit * 4.5, top],
        [x + unit * 1.6, top + tall * 0.42],
        [x + unit * 5, top + tall * 0.4],
        [x - unit * 2.6, top + tall],
        [x + unit * 0.2, top + tall * 0.52],
        [x - unit * 3.4, top + tall * 0.54],
      ]);
      return line(bolt, '#fff6c8', unit * 2.4, 0.25) + path(bolt, '#ffe98a');
    })
    .join('');
}

/** Weather before everything. */
export function nearWeather(land: Land): string {
  const { width, height, unit, random, scene } = land;
  if (!isOutdoors(land)) return '';
  switch (scene.weather) {
    case 'rain':
    case 'storm':
      return rain(land);
    case 'snow':
      return some(land, 5200)
        .map(() =>
          circle(
            random.between(0, width),
            random.between(0, height),
            unit * (0.25 + 0.85 * random.next() ** 2),
            '#ffffff',
            random.between(0.6, 0.95),
          ),
        )
        .join('');
    case 'fog':
      return fog(land);
    case 'wind':
      return wind(land);
    case 'clear':
    case 'cloudy':
    case 'rainbow':
      return '';
  }
}

function isOutdoors({ scene: { place } }: Land): boolean {
  return place !== 'room' && place !== 'kitchen' && place !== 'underwater' && place !== 'space';
}

/** Slanted drops. */
function rain(land: Land): string {
  const { width, height, unit, random } = land;
  const lean = land.scene.weather === 'storm' ? 2.2 : 0.8;
  const drops = some(land, 5200).map(() => {
    const [x, y, length] = [
      random.between(-unit * 4, width),
      random.between(-unit * 4, height),
      unit * random.between(2.4, 5),
    ];
    return `M${n(x)} ${n(y)}l${n(-lean * length * 0.22)} ${n(length)}`;
  });
  return line(drops.join(''), '#e3f0ff', unit * 0.24, 0.55);
}

/** Pale banks across the picture. */
function fog(land: Land): string {
  const { width, height, unit, random, palette } = land;
  const color = mix(palette.haze, palette.isNight ? '#8090b0' : '#ffffff', 0.55);
  const banks = some(land, 60_000)
    .slice(0, 16)
    .map((index) =>
      ellipse(
        random.between(0, width),
        height * (0.36 + (index % 8) * 0.075),
        unit * random.between(30, 60),
        unit * random.between(3, 6),
        color,
        0.3,
      ),
    );
  return rect({ x: 0, y: 0, width, height }, color, 0, 0.24) + banks.join('');
}

/** Gusts with leaves. */
function wind(land: Land): string {
  const { width, height, unit, random, palette } = land;
  const gusts = some(land, 70_000)
    .slice(0, 12)
    .map(() => {
      const [x, y, length] = [
        random.between(-unit * 5, width * 0.8),
        random.between(height * 0.08, height * 0.85),
        unit * random.between(16, 30),
      ];
      return `M${n(x)} ${n(y)}q${n(length * 0.4)} ${n(-unit * 2.4)} ${n(length * 0.75)} 0t${n(length * 0.36)} ${n(-unit * 3)}q${n(unit * 1.6)} ${n(-unit * 3.4)} ${n(-unit * 1.6)} ${n(-unit * 3)}`;
    });
  const leaves = some(land, 42_000).map(() => {
    const [x, y, r] = [
      random.between(0, width),
      random.between(height * 0.1, height * 0.9),
      unit * random.between(0.8, 1.5),
    ];
    return path(
      `M${n(x)} ${n(y)}q${n(r)} ${n(-r * 1.4)} ${n(r * 2.2)} ${n(-r * 0.4)}q${n(-r)} ${n(r * 1.6)} ${n(-r * 2.2)} ${n(r * 0.4)}Z`,
      palette.lit(random.pick(['#e0913a', '#8fae3f', '#d9643a', '#e8c04e'])),
    );
  });
  return line(gusts.join(''), '#ffffff', unit * 0.45, 0.6) + leaves.join('');
}

/** Numbers from 0, one for so much of the picture's area. */
function some({ width, height }: Land, area: number): number[] {
  return Array.from({ length: Math.round(Math.min(220, (width * height) / area)) }, (_, index) => index);
}
