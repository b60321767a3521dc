import type { Mood, Scene, Season, TimeOfDay, Weather } from '../scene';
import { SUBJECT_COLORS } from '../icons/subject-colors';
import { hslHex, hslOf, mix } from './color';

/** The colors of one picture's backdrop. */
export type Palette = {
  /** Sky from the top to the horizon. */
  sky: [top: string, middle: string, low: string];
  /** The color into which distance fades. */
  haze: string;
  /** Sun or moon. */
  light: string;
  cloud: string;
  /** Ground nearby; it is grass, or snow in winter. */
  ground: string;
  /** Foliage, two or more shades. */
  leaves: readonly string[];
  water: string;
  isNight: boolean;
  /** Whether the ground is covered with snow. */
  isSnowy: boolean;
  season: Season;
  /** A color as it appears in this light. */
  lit: (color: string) => string;
};

const SKIES: Readonly<Record<TimeOfDay, Palette['sky']>> = {
  dawn: ['#7d8fd0', '#f2b3bd', '#ffe6c4'],
  day: ['#4ba6ea', '#93d3f8', '#e4f6ff'],
  sunset: ['#51428f', '#e9757d', '#ffc76f'],
  night: ['#0b1336', '#1c2e69', '#42599f'],
};
const LIGHTS: Readonly<Record<TimeOfDay, string>> = {
  dawn: '#fff1d0',
  day: '#fff3b0',
  sunset: '#ffe08a',
  night: '#f6f3dc',
};
const CLOUDS: Readonly<Record<TimeOfDay, string>> = {
  dawn: '#fff0ec',
  day: '#ffffff',
  sunset: '#ffd2b8',
  night: '#5d70a8',
};
/** How the light colors everything: a color and its share. */
const AMBIENT: Readonly<Record<TimeOfDay, readonly [color: string, share: number]>> = {
  dawn: ['#f0b2a6', 0.2],
  day: ['#ffffff', 0],
  sunset: ['#b2486d', 0.3],
  night: ['#1a2c6e', 0.52],
};
const WEATHER_TINTS: Readonly<Partial<Record<Weather, readonly [color: string, share: number]>>> = {
  cloudy: ['#a9b7c6', 0.45],
  rain: ['#7f90a3', 0.55],
  storm: ['#394056', 0.68],
  snow: ['#d3deea', 0.5],
  fog: ['#d8dee2', 0.55],
  wind: ['#bcd3dc', 0.25],
};
/** The sky of a winter's day, unless the prompt names another one. */
const WINTER_TINT = ['#c9d6e4', 0.5] as const;
const MOOD_TINTS: Readonly<Record<Mood, readonly [color: string, share: number]>> = {
  calm: ['#bcd9e0', 0.16],
  cheerful: ['#ffe680', 0.12],
  gloomy: ['#555b6b', 0.36],
  mysterious: ['#3c2a70', 0.38],
  romantic: ['#ff9fbf', 0.3],
  dramatic: ['#4a1220', 0.3],
  dreamy: ['#dcc4ff', 0.38],
};
const GROUNDS: Readonly<Record<Season, string>> = {
  spring: '#8fd06a',
  summer: '#6fb84f',
  autumn: '#c2a54a',
  winter: '#eef4fa',
};
const LEAVES: Readonly<Record<Season, readonly string[]>> = {
  spring: ['#8fd163', '#f7b3cd', '#a5dc7c', '#fbc9dc'],
  summer: ['#3f9148', '#57a84f', '#2f7d4a', '#6dba58'],
  autumn: ['#dd7f2c', '#c44f30', '#e9b13d', '#b8672f'],
  winter: ['#dfe9f2', '#c9d8e6', '#eef4fa', '#b9ccdd'],
};

/** The colors of a scene's place, from its time of day, weather, season, and mood. */
export function makePalette({ time, weather, season: wanted, mood, place, sky: named }: Scene): Palette {
  const season = wanted ?? (place === 'snow' || (weather === 'snow' && place !== 'desert') ? 'winter' : 'summer');
  const isPale = season === 'winter' && weather === 'clear' && time === 'day' && named === undefined;
  const tints = [isPale ? WINTER_TINT : WEATHER_TINTS[weather], mood && MOOD_TINTS[mood]].filter(
    (tint) => tint !== undefined,
  );
  // A night stays dark under clouds and in every mood, and fog keeps the colors of dawn.
  const isLow = time === 'dawn' || time === 'sunset';
  const strength = time === 'night' ? 0.5 : isLow && weather === 'fog' ? 0.45 : 1;
  const dim = (color: string): string => (time === 'night' ? mix(color, '#101838', 0.55) : color);
  const tinted = (color: string): string =>
    tints.reduce((result, [tint, share]) => mix(result, dim(tint), share * strength), color);
  const lit = (color: string): string => {
    const [ambient, share] = AMBIENT[time];
    const shaded = tints.reduce(
      (result, [tint, part]) => mix(result, dim(tint), part * 0.45),
      mix(color, ambient, share),
    );
    return mood === 'cheerful' ? vivid(shaded) : shaded;
  };
  const sky = SKIES[time].map(tinted) as Palette['sky'];
  return {
    sky,
    haze: mix(sky[2], sky[1], 0.45),
    light: LIGHTS[time],
    cloud: tinted(CLOUDS[time]),
    ground: lit(GROUNDS[season]),
    leaves: LEAVES[season].map(lit),
    water: lit(mix(time === 'day' || time === 'night' ? '#2f8fd0' : '#4a7fb8', sky[1], 0.25)),
    isNight: time === 'night',
    isSnowy: season === 'winter',
    season,
    lit,
  };
}

/** The palette with less difference between the sky's top and its horizon: few inks make hard steps of it. */
export function evenSky(palette: Palette): Palette {
  const [top, middle, low] = palette.sky;
  return { ...palette, sky: [mix(top, middle, 0.62), mix(middle, low, 0.12), mix(low, middle, 0.5)] };
}

/** The middle of a plain backdrop: the color that was asked for, or the sky's own. */
export function backdropColor({ backdrop }: Scene, palette: Palette): string {
  if (backdrop === undefined) return mix(palette.sky[1], palette.sky[2], 0.5);
  return palette.lit(hslHex(SUBJECT_COLORS[backdrop]));
}

function vivid(color: string): string {
  const { h, s, l } = hslOf(color);
  return hslHex({ h, s: Math.min(1, s * 1.15), l: l + (1 - l) * 0.06 });
}
