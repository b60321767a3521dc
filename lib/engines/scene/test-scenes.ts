/**
 * TEMPORARY, until the reader of prompts is merged: `scene.child.ts` must then import `readScene` from
 * `./read/read-scene`, and `readScene` goes from this file. The rest stays for tests of drawing.
 */
import type { Place, Scene, Subject } from './scene';

/** A subject for a test; what is absent is usual. */
export function testSubject(id: number, subject: Partial<Subject> & { icon: string }): Subject {
  return { id, word: subject.icon.replace(/^own:/, ''), count: 1, size: 'normal', ...subject };
}

/** A scene for a test: in a meadow on a clear day, unless another one is wanted. */
export function testScene(subjects: (Partial<Subject> & { icon: string })[], scene: Partial<Scene> = {}): Scene {
  const all = subjects.map((subject, id) => testSubject(id, subject));
  return { place: 'meadow', time: 'day', weather: 'clear', ...scene, subjects: all };
}

/** Takes words that are names of icons or of places. */
export function readScene(
  prompt: string,
  _options: { negativePrompt?: string; seed: number },
): { scene: Scene; notDrawn: string[] } {
  const words: string[] = prompt.toLowerCase().match(/[a-z:-]+/g) ?? [];
  const places: readonly Place[] = ['forest', 'beach', 'sea', 'city', 'space', 'snow', 'room', 'kitchen', 'desert'];
  const place = places.find((name) => words.includes(name)) ?? 'meadow';
  const icons = words.filter((word) => /^(fox|dog|cat|house|rocket|own:[a-z-]+)$/.test(word));
  return {
    scene: testScene(
      icons.map((icon) => ({ icon })),
      { place },
    ),
    notDrawn: [],
  };
}
