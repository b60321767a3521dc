import type { Scene, Subject } from './scene';

/** A subject for a test; what is absent is usual. */
function testSubject(id: number, subject: Partial<Subject> & { icon: string }): Subject {
  return { id, word: subject.icon.replace(/^own:/, ''), count: 1, size: 'normal', ...subject };
}

/** A scene for a test: in a meadow on a clear day, unless another one is wanted. */
export function testScene(subjects: (Partial<Subject> & { icon: string })[], scene: Partial<Scene> = {}): Scene {
  const all = subjects.map((subject, id) => testSubject(id, subject));
  return { place: 'meadow', time: 'day', weather: 'clear', ...scene, subjects: all };
}
