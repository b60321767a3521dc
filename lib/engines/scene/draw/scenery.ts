/**
 * Marks around what a place, the weather, and the time of day draw by themselves, so that it can be left out. They are
 * comments between the elements of a picture: renderers skip them, and `leaveOut` removes them.
 */
import type { SceneryName } from '../scenery';

const MARK = /<!--(\/?)([a-z ]+)-->/;

/** Elements that can be left out of a picture under this name. */
export function scenery(name: SceneryName, elements: string): string {
  return elements === '' ? '' : `<!--${name}-->${elements}<!--/${name}-->`;
}

/** Elements without those of these names, and without all marks. */
export function leaveOut(elements: string, names: readonly SceneryName[] = []): string {
  if (!elements.includes('<!--')) return elements;
  const kept: string[] = [];
  let hidden = 0;
  // Elements, the slash of an end, and a name take turns.
  const pieces = elements.split(MARK);
  for (let at = 0; at < pieces.length; at += 3) {
    if (hidden === 0) kept.push(pieces[at] ?? '');
    const [slash, name] = [pieces[at + 1], pieces[at + 2]];
    if (names.some((other) => other === name)) hidden += slash === '/' ? -1 : 1;
  }
  return kept.join('');
}

/** Names of what elements have, each once. */
export function sceneryIn(elements: string): SceneryName[] {
  return [...new Set(Array.from(elements.matchAll(/<!--([a-z ]+)-->/g), ([, name]) => name as SceneryName))];
}
