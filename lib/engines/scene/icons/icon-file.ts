/** The icons of scenes, as the build wrote them (`scripts/steps/scene-icons.mjs`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processState } from '../../../platform/process-state';
import { projectRoot } from '../../../platform/project-root';
import type { Hsl } from '../draw/color';

/** An icon: SVG elements in a square of 32 by 32. */
export type SceneIcon = {
  /** Left, top, width, and height of what is visible. */
  box: [number, number, number, number];
  /** Its most frequent color; null if it has none. */
  main: Hsl | null;
  /** With shading and highlights. */
  body: string;
  /** In flat colors; the same as `body` if the set has no flat version. */
  flat: string;
};

type IconFile = { bytes: Buffer; icons: Map<string, SceneIcon | null> };

/** The icon of a name, or null if it is not one of those that scenes have. @throws Error if the file was not built */
export function findIcon(name: string): SceneIcon | null {
  const file = processState<IconFile>('scene.icons', () => {
    return { bytes: readFileSync(join(projectRoot(), 'dist', 'scene-icons.json')), icons: new Map() };
  });
  const known = file.icons.get(name);
  if (known !== undefined) return known;
  const icon = readLine(file.bytes, name);
  file.icons.set(name, icon);
  return icon;
}

/** One icon is on one line: parsing all of them would take longer than drawing most scenes. */
function readLine(bytes: Buffer, name: string): SceneIcon | null {
  const start = `\n${JSON.stringify(name)}:`;
  const at = bytes.indexOf(start);
  if (at < 0) return null;
  const end = bytes.indexOf('\n', at + 1);
  const line = bytes.toString('utf8', at + Buffer.byteLength(start), end);
  // Our own build wrote it.
  return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as SceneIcon;
}
