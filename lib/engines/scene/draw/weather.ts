/** Weather in the sky, around the subjects, and before them. What is before them leaves faces and letters clear. */
import { mix } from './color';
import type { Backdrop, Land } from './places/land';
import { lightning } from './storm';
import { scenery } from './scenery';
import { circle, ellipse, line, n, path, rect } from './svg';
import { nearFlake } from './winter';

/** Whether a point of the picture is on a subject. */
export type OnSubject = (x: number, y: number) => boolean;

/** Weather in the sky, behind the land: rainbow and lightning. */
export function skyWeather(land: Land, backdrop: Backdrop): string {
  if (!isOutdoors(land)) return '';
  if (land.scene.weather === 'storm') return lightning(land, backdrop);
  return land.scene.weather === 'rainbow' ? rainbow(land, backdrop) : '';
}

function rainbow({ width, unit }: Land, { sky, ground }: Backdrop): string {
  // Its ends are behind the land.
  const [x, y] = [width / 2, ground.top];
  const radius = Math.min(width * 0.52, unit * 72, (y - sky.top) / 0.9);
  const bands = ['#e8505b', '#f59a4a', '#f7d954', '#6cc46c', '#4f9fe0', '#8a6bd1'];
  const arcs = bands.map((color, index) => {
    const r = radius - index * unit * 2.3;
    return `<path d="M${n(x - r)} ${n(y)}A${n(r)} ${n(r * 0.9)} 0 0 1 ${n(x + r)} ${n(y)}" fill="none" stroke="${color}" stroke-width="${n(unit * 2.4)}" opacity=".72"/>`;
  });
  return scenery('rainbow', arcs.join(''));
}

/** Weather between the place and its subjects: most of it. */
export function farWeather(land: Land, backdrop: Backdrop): string {
  if (!isOutdoors(land)) return '';
  switch (land.scene.weather) {
    case 'rain':
    case 'storm':
      return rain(land, { count: 150, length: 4.2, wide: 0.2, opacity: 0.42 }) + splashes(land, backdrop);
    case 'snow':
      return flakes(land, { count: 170, least: 0.2, most: 0.75 });
    case 'fog':
      return farFog(land, backdrop);
    case 'clear':
    case 'cloudy':
    case 'rainbow':
    case 'wind':
      return '';
  }
}

/** Weather before everything. */
export function nearWeather(land: Land, isOnSubject: OnSubject): string {
  if (!isOutdoors(land)) return '';
  switch (land.scene.weather) {
    case 'rain':
    case 'storm':
      return rain(land, { count: 60, length: 8, wide: 0.34, opacity: 0.6 }, isOnSubject);
    case 'snow':
      return flakes(land, { count: 80, least: 0.55, most: 1.35 }, isOnSubject);
    case 'fog':
      return nearFog(land);
    case 'wind':
      return wind(land, isOnSubject);
    case 'clear':
      return hasFlurries(land) ? flakes(land, { count: 46, least: 0.65, most: 1.25 }, isOnSubject) : '';
    case 'cloudy':
    case 'rainbow':
      return '';
  }
}

/** Whether weather is seen and felt there. */
export function isOutdoors({ scene: { place } }: Land): boolean {
  return place !== 'room' && place !== 'kitchen' && place !== 'underwater' && place !== 'space';
}

/** Whether a few flakes fall, because it is winter and the prompt names no other weather. */
function hasFlurries({ palette, scene }: Land): boolean {
  return palette.isSnowy && scene.sky === undefined && scene.time !== 'night';
}

type Drops = { count: number; length: number; wide: number; opacity: number };

/** Slanted drops; a storm drives them aside. Lengths and widths are in hundredths of the picture. */
function rain(land: Land, { count, length, wide, opacity }: Drops, isOnSubject?: OnSubject): string {
  const { width, height, unit, random } = land;
  const lean = land.scene.weather === 'storm' ? 0.5 : 0.2;
  const drops = many(land, count).map(() => {
    const tall = unit * length * random.between(0.6, 1.2);
    const [x, y] = [
      random.between(0, width + Math.min(width * 0.5, height * lean * 0.3)),
      random.between(-unit * 4, height),
    ];
    const isHidden = isOnSubject?.(x, y) || isOnSubject?.(x - lean * tall, y + tall);
    return isHidden ? '' : `M${n(x)} ${n(y)}l${n(-lean * tall)} ${n(tall)}`;
  });
  return scenery('rain', line(drops.join(''), '#e6f2ff', unit * wide, opacity));
}

/** Rings where drops hit the ground or the water. */
function splashes(land: Land, { ground, water }: Backdrop): string {
  const { width, height, unit, random } = land;
  const top = Math.min(ground.top, water?.top ?? ground.top);
  const rings = many(land, 34).map(() => {
    const share = random.next();
    const [x, y, r] = [random.between(0, width), top + (height - top) * share, unit * (0.7 + 1.5 * share)];
    const crown = `M${n(x - r * 0.5)} ${n(y - r * 0.3)}l${n(-r * 0.35)} ${n(-r * 0.6)}M${n(x)} ${n(y - r * 0.35)}l0 ${n(-r * 0.8)}M${n(x + r * 0.5)} ${n(y - r * 0.3)}l${n(r * 0.35)} ${n(-r * 0.6)}`;
    return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r * 0.32)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r * 0.32)} 0 1 0 ${n(-2 * r)} 0${crown}`;
  });
  return scenery('rain', line(rings.join(''), '#eaf4ff', unit * 0.2, 0.5));
}

function flakes(
  land: Land,
  { count, least, most }: { count: number; least: number; most: number },
  isOnSubject?: OnSubject,
): string {
  const { width, height, unit, random } = land;
  const drawn = many(land, count).map(() => {
    const [x, y] = [random.between(0, width), random.between(0, height)];
    const size = unit * (least + (most - least) * random.next() ** 2);
    const opacity = random.between(0.65, 0.95);
    if (!isOnSubject) return circle(x, y, size, '#ffffff', opacity);
    return isOnSubject(x, y) ? '' : nearFlake(x, y, size, land.palette);
  });
  return scenery('snowflake', drawn.join(''));
}

/** The distance is lost in white, and banks lie across it. */
function farFog(land: Land, { ground }: Backdrop): string {
  const { width, height, unit, random } = land;
  const color = fogColor(land);
  const horizon = ground.top / height;
  const stops = [
    [0, 0.25],
    [Math.max(0.1, horizon - 0.14), 0.72],
    [Math.min(0.94, horizon + 0.04), 0.66],
    [1, 0.12],
  ] as const;
  const list = stops.map(
    ([offset, opacity]) => `<stop offset="${n(offset)}" stop-color="${color}" stop-opacity="${opacity}"/>`,
  );
  const veil = `<defs><linearGradient id="fog" x1="0" y1="0" x2="0" y2="1">${list.join('')}</linearGradient></defs>`;
  const banks = many(land, 9).map((index) =>
    bank(random.between(0, width), height * (horizon - 0.2 + 0.045 * (index % 6)), unit * random.between(26, 48), land),
  );
  return scenery('fog', veil + rect({ x: 0, y: 0, width, height }, 'url(#fog)') + banks.join(''));
}

/** Thin mist at the feet of everything. */
function nearFog(land: Land): string {
  const { width, height, unit, random } = land;
  const banks = many(land, 5).map((index) =>
    bank(random.between(0, width), height * (0.86 + 0.03 * (index % 4)), unit * random.between(30, 52), land),
  );
  return scenery('fog', banks.join(''));
}

/** Fog is white, but for the light of dawn and sunset in it. */
function fogColor({ palette, scene: { time } }: Land): string {
  const isLow = time === 'dawn' || time === 'sunset';
  return mix(palette.haze, palette.isNight ? '#8fa0bf' : '#ffffff', isLow ? 0.3 : 0.62);
}

/** A bank of fog with soft edges. */
function bank(x: number, y: number, wide: number, land: Land): string {
  const color = fogColor(land);
  return [1, 0.8, 0.6, 0.4].map((share) => ellipse(x, y, wide * share, wide * 0.11 * share, color, 0.17)).join('');
}

/** Gusts that curl at their ends, and leaves in them. */
function wind(land: Land, isOnSubject: OnSubject): string {
  const { width, height, unit, random, palette } = land;
  const gusts = many(land, 9).map(() => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const [x, y] = [random.between(-unit * 5, width * 0.75), random.between(height * 0.07, height * 0.8)];
      const long = unit * random.between(20, 34);
      const isFree = [0, 0.25, 0.5, 0.75, 1.1].every(
        (share) => !isOnSubject(x + long * share, y) && !isOnSubject(x + long * share, y - unit * 5),
      );
      if (isFree) {
        const curl = `a${n(unit * 1.9)} ${n(unit * 1.9)} 0 1 0 ${n(-unit * 2.1)} ${n(-unit * 1.6)}`;
        return `M${n(x)} ${n(y)}c${n(long * 0.3)} ${n(-unit * 2.6)} ${n(long * 0.55)} ${n(unit * 2)} ${n(long)} ${n(-unit * 0.6)}${curl}`;
      }
    }
    return '';
  });
  const leaves = many(land, 22).map(() => {
    const [x, y, r] = [
      random.between(0, width),
      random.between(height * 0.1, height * 0.9),
      unit * random.between(0.8, 1.5),
    ];
    const color = palette.lit(random.pick(['#e0913a', '#8fae3f', '#d9643a', '#e8c04e']));
    if (isOnSubject(x + r, y)) return '';
    return path(
      `M${n(x)} ${n(y)}q${n(r)} ${n(-r * 1.4)} ${n(r * 2.2)} ${n(-r * 0.4)}q${n(-r)} ${n(r * 1.6)} ${n(-r * 2.2)} ${n(r * 0.4)}Z`,
      color,
    );
  });
  return scenery('gust', line(gusts.join(''), '#ffffff', unit * 0.5, 0.7)) + scenery('leaf', leaves.join(''));
}

/** Numbers from 0, as many as wanted for the usual area; pictures have a million of their own units of it. */
function many({ width, height }: Land, count: number): number[] {
  return Array.from({ length: Math.round((count * width * height) / 1_000_000) }, (_, index) => index);
}
