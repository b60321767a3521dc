import { Resvg } from '@resvg/resvg-js';
import type { Scene } from '../scene';
import { drawLayout, drawNumbers, type DrawOptions, facesOf, layOut } from './draw-scene';
import { applyStyle } from './styles/apply-style';
import type { Pixels } from './styles/pixels';
import { readSubjectMap } from './styles/subject-map';

/**
 * The pixels of a scene in its style: the same scene, size, style, and seed give the same pixels.
 * @throws Error if the icons were not built
 */
export function paintScene(scene: Scene, options: DrawOptions): Pixels {
  const layout = layOut(scene, options);
  const pixels = render(drawLayout(layout));
  if (options.style)
    applyStyle(pixels, options.style, options.seed, readSubjectMap(render(drawNumbers(layout)), facesOf(layout)));
  return pixels;
}

/** The pixels of an SVG. */
export function render(svg: string): Pixels {
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { data: new Uint8Array(image.pixels), width: image.width, height: image.height };
}
