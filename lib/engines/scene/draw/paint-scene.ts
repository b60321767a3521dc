import { Resvg } from '@resvg/resvg-js';
import type { Scene } from '../scene';
import { drawLayout, drawNumbers, type DrawOptions, drawSheets, facesOf, type Layout, layOut } from './draw-scene';
import { applyStyle } from './styles/apply-style';
import { laySheet, overlay } from './styles/paper-cutout';
import type { Pixels } from './styles/pixels';
import { readSubjectMap } from './styles/subject-map';
import { vectorStyle } from './styles/vector-style';

/**
 * The pixels of a scene in its style: the same scene, size, style, and seed give the same pixels.
 * @throws Error if the icons were not built
 */
export function paintScene(scene: Scene, options: DrawOptions): Pixels {
  const layout = layOut(scene, options);
  const pixels = vectorStyle(options.style).isLayered ? renderSheets(layout) : render(drawLayout(layout));
  if (options.style) {
    const readSubjects = () => readSubjectMap(render(drawNumbers(layout)), facesOf(layout));
    applyStyle(pixels, options.style, options.seed, readSubjects);
  }
  return pixels;
}

/** The pixels of an SVG. */
export function render(svg: string): Pixels {
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { data: new Uint8Array(image.pixels), width: image.width, height: image.height };
}

/** The pixels of a layout whose layers are sheets of paper. */
function renderSheets(layout: Layout): Pixels {
  const [farthest, ...nearer] = drawSheets(layout);
  const pixels = render(farthest?.svg ?? drawLayout(layout));
  for (const { svg, isSheet } of nearer) {
    const lay = isSheet ? laySheet : overlay;
    lay(pixels, render(svg));
  }
  return pixels;
}
