import type { ImageStyleName } from '../../../core/image-styles';
import type { Scene } from '../scene';
import type { SceneryName } from '../scenery';
import { figureBox } from './figures/figure';
import { evenSky, makePalette } from './palette';
import { drawPlace } from './places/draw-place';
import type { Backdrop, Land } from './places/land';
import { makeRandom } from './random';
import { leaveOut, sceneryIn } from './scenery';
import { numbered } from './styles/subject-map';
import { vectorStyle } from './styles/vector-style';
import { placeAtSides } from './place-at-sides';
import { breathOf } from './subjects/breath';
import { drawPart } from './subjects/draw-part';
import { type PlacedPart, placeSubjects } from './subjects/place-subjects';
import { type Box, n, rect } from './svg';
import { hasWaves, waveBefore, waves } from './storm';
import { farWeather, isOutdoors, nearWeather, type OnSubject, skyWeather } from './weather';

/** A picture to draw. */
export type DrawOptions = {
  /** In pixels, 1…4096 each. */
  width: number;
  height: number;
  style?: ImageStyleName;
  seed: number;
};

/** The picture's area in its own units, whatever its size in pixels. */
const AREA = 1_000_000;
/** A sheet behind the subjects takes a twentieth of a second. */
const MAX_SHEETS = 3;
/** Pixels of the shorter side from which there are filters. */
const MIN_SHADED = 64;
const SKY_BODIES =
  /^(sun|sun-|full-moon|new-moon|crescent-moon|first-quarter|last-quarter|waxing|waning|ringed-planet|globe-)/;
/** How the light of the time of day covers everything, subjects too. */
const LIGHT = {
  dawn: ['#ffb59a', 0.1],
  day: ['#ffffff', 0],
  sunset: ['#ff8a4a', 0.13],
  night: ['#0a1550', 0.13],
} as const;

/** A scene with everything at its position. */
export type Layout = {
  options: DrawOptions;
  land: Land;
  backdrop: Backdrop;
  parts: readonly PlacedPart[];
};

/** A part of a picture as SVG, and whether it is a thing of its own, or rather light and weather. */
export type Sheet = { svg: string; isSheet: boolean };

type Layer = { elements: string; isSheet: boolean };

/**
 * Draws a scene as SVG: the same scene, size, style, and seed give the same text. Some styles also need their pixels
 * changed afterward (`paint-scene.ts`).
 * @throws Error if the icons were not built
 */
export function drawScene(scene: Scene, options: DrawOptions): string {
  return drawLayout(layOut(scene, options));
}

/** Places everything in a scene. */
export function layOut(scene: Scene, options: DrawOptions): Layout {
  const { width: pixelWidth, height: pixelHeight, style, seed } = options;
  const scale = Math.sqrt(AREA / (pixelWidth * pixelHeight));
  const [width, height] = [pixelWidth * scale, pixelHeight * scale];
  const { isBare, isCloseUp, isFlat } = vectorStyle(style);
  const land: Land = {
    width,
    height,
    unit: Math.min(width, height) / 100,
    scene: isBare ? bare(scene) : scene,
    palette: isFlat ? evenSky(makePalette(scene)) : makePalette(scene),
    random: makeRandom(seed, scene.motif ?? 'place'),
    hasSkyBody: scene.subjects.some(({ icon }) => SKY_BODIES.test(icon)),
  };
  const backdrop = drawPlace(land);
  const canvas = { width, height, seed, isCloseUp: isCloseUp && land.scene.place === 'plain' };
  return {
    options,
    land,
    backdrop,
    parts: placeAtSides(scene, land, (part) => placeSubjects(part, backdrop, canvas)).filter((part) =>
      isSeen(part, land),
    ),
  };
}

/** The picture of a layout as SVG. */
export function drawLayout(layout: Layout): string {
  return inPicture(
    layout,
    drawLayers(layout)
      .map(({ elements }) => elements)
      .join(''),
  );
}

/**
 * The same picture in pieces to lay onto each other, the farthest first: each is as large as the picture, and transparent
 * where nothing is drawn.
 */
export function drawSheets(layout: Layout): Sheet[] {
  const pieces: Layer[] = [];
  for (const layer of drawLayers(layout)) {
    const last = pieces.at(-1);
    if (last && !last.isSheet && !layer.isSheet) last.elements += layer.elements;
    else if (layer.elements !== '') pieces.push({ ...layer });
  }
  return pieces.map(({ elements, isSheet }) => ({ svg: inPicture(layout, elements), isSheet }));
}

/** Names of what a scene has beside its subjects. */
export function sceneryOf(scene: Scene, options: DrawOptions): SceneryName[] {
  const layout = layOut(scene, options);
  const without = layout.land.scene.without ?? [];
  const drawn = markedLayers(layout).map(({ elements }) => elements);
  return sceneryIn(drawn.join('')).filter((name) => !without.includes(name));
}

/** Everything in a picture but what is ruled out, the farthest first. */
function drawLayers(layout: Layout): Layer[] {
  const { without } = layout.land.scene;
  return markedLayers(layout).map((layer) => ({ ...layer, elements: leaveOut(layer.elements, without) }));
}

/** Everything in a picture, with the marks of `scenery`. */
function markedLayers({ options, land, backdrop, parts }: Layout): Layer[] {
  const isFlat = isFlatIn(options);
  const { width, height, palette } = land;
  const isStormy = hasWaves(land, backdrop);
  const drawn = parts.map((part, index) => {
    const isAfloat = isStormy && part.footing === 'water';
    const placed: PlacedPart = isAfloat ? { ...part, footing: 'none' } : part;
    const drawing =
      turned(part, drawPart(placed, index, { isFlat, palette, isSnowy: isOutdoors(land) && palette.isSnowy })) +
      breathOf(part, palette);
    return isAfloat ? drawing + waveBefore(land, backdrop, part.y + part.height, part.height) : drawing;
  });
  const [first = '', ...others] = backdrop.back;
  // Edges that meet are smoothed, and would let nothing show through.
  const ground = rect({ x: -9, y: -9, width: width + 18, height: height + 18 }, palette.haze);
  const [sheet, film] = [layerOf(true), layerOf(false)];
  return [
    film(ground + first + skyWeather(land, backdrop)),
    ...merged(others, MAX_SHEETS).map(sheet),
    film(waves(land, backdrop) + farWeather(land, backdrop)),
    sheet(drawn.join('')),
    ...backdrop.front.map(sheet),
    film(lightOver(land) + nearWeather(land, onSubjects(parts))),
  ];
}

const layerOf =
  (isSheet: boolean) =>
  (elements: string): Layer => ({ elements, isSheet });

/** Whether subjects are without shading: it is not seen in tiny pictures, and its filters end the renderer there. */
function isFlatIn({ width, height, style }: DrawOptions): boolean {
  return vectorStyle(style).isFlat || Math.min(width, height) < MIN_SHADED;
}

/** Elements in the picture's frame, with what they refer to. */
function inPicture(layout: Layout, elements: string): string {
  const { defs } = layout.backdrop;
  return svg(layout, `<defs>${isFlatIn(layout.options) ? withoutGlow(defs) : defs}</defs>${elements}`);
}

/** The subjects of a layout alone, with numbers as colors, for `readSubjectMap`. */
export function drawNumbers({ options, land, parts }: Layout): string {
  const drawn = parts.map((part, index) => {
    const alone = drawPart({ ...part, footing: 'none' }, index, {
      isFlat: true,
      palette: land.palette,
      isSnowy: isOutdoors(land) && land.palette.isSnowy,
    });
    return turned(part, numbered(alone, index, part.subject));
  });
  // Smooth edges would mix numbers.
  return svg({ options, land }, `<g shape-rendering="crispEdges">${drawn.join('')}</g>`);
}

/** Where the faces of those with a body of our own are, in shares of the picture. */
export function facesOf({ land, parts }: Layout): Box[] {
  return parts.flatMap(({ subject, stance, isMirrored, x, y, width, height }) => {
    const face = stance && figureBox(subject.icon, stance)?.face;
    if (!face) return [];
    const left = isMirrored ? 1 - face.x - face.width : face.x;
    return [
      {
        x: (x + left * width) / land.width,
        y: (y + face.y * height) / land.height,
        width: (face.width * width) / land.width,
        height: (face.height * height) / land.height,
      },
    ];
  });
}

/** What is drawn of a part, mirrored if it faces the other side. */
function turned({ isMirrored, x, width }: PlacedPart, elements: string): string {
  return isMirrored ? `<g transform="matrix(-1 0 0 1 ${n(2 * x + width)} 0)">${elements}</g>` : elements;
}

function svg({ options, land }: Pick<Layout, 'options' | 'land'>, elements: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${options.width}" height="${options.height}" ` +
    `viewBox="0 0 ${n(land.width)} ${n(land.height)}" preserveAspectRatio="none">${elements}</svg>`
  );
}

/** Whether something is in the picture, in part at least. The renderer ends the process at filters far outside. */
function isSeen({ x, y, width, height }: PlacedPart, picture: Land): boolean {
  return x < picture.width && x + width > 0 && y < picture.height && y + height > 0;
}

/** Few inks make hard rings of the glow around the sun. */
function withoutGlow(defs: string): string {
  return defs.replace(/(<radialGradient id="shine"><stop [^>]*stop-opacity=")[^"]*"/, '$1.15"');
}

/** Whether a point is on one of them, but for their corners. */
function onSubjects(parts: readonly PlacedPart[]): OnSubject {
  return (x, y) =>
    parts.some((part) => {
      const [across, down] = [(x - part.x) / part.width - 0.5, (y - part.y) / part.height - 0.5];
      return across * across + down * down < 0.27;
    });
}

/** The light of the time of day. Inside and in space it is another one. */
function lightOver({ scene, width, height }: Land): string {
  const [color, opacity] = LIGHT[scene.time];
  const isInside = scene.place === 'room' || scene.place === 'kitchen' || scene.place === 'space';
  if (opacity === 0 || (isInside && scene.time !== 'night') || scene.place === 'space') return '';
  return `<rect width="${n(width)}" height="${n(height)}" fill="${color}" opacity="${isInside ? opacity / 2 : opacity}"/>`;
}

/** The scene with as little around its subjects as possible. */
function bare(scene: Scene): Scene {
  return { ...scene, place: 'plain', weather: 'clear' };
}

/** Layers put together until there are at most so many; the nearest ones stay apart. */
function merged(layers: readonly string[], most: number): string[] {
  const far = layers.length - most;
  return far > 0 ? [layers.slice(0, far + 1).join(''), ...layers.slice(far + 1)] : [...layers];
}
