/** What changes about a scene's subjects before they are placed, because of each other or of the place. */
import { homesOf } from '../../icons/icon-sizes';
import type { RelationKind, Scene, Subject } from '../../scene';
import type { Backdrop } from '../places/land';
import type { Box } from '../svg';

/** What a subject has to do with something that the place drew by itself. */
export type Spot = { kind: RelationKind; icon: string; box: Box };

/** The subjects to place. */
export type Arrangement = {
  subjects: Subject[];
  /** Subjects that go to a fixed position, by their id. */
  spots: Map<number, Spot>;
};

/** Texts longer than this need larger signs. */
const LONG_TEXT = 12;
const DRINK = /^(glass-of-milk|hot-beverage|teacup-without-handle|wine-glass|beer-mug|cup-with-straw|own:glass)$/;

/** Prepares the subjects of a scene for a place. */
export function arrangeSubjects(scene: Scene, backdrop: Backdrop): Arrangement {
  const named = withoutBoards(scene.subjects).map(largeEnough).map(asViaduct);
  return atFixtures(onTable(named, scene), backdrop);
}

/** A shop's sign is the board above its door. */
function withoutBoards(subjects: readonly Subject[]): Subject[] {
  const boards = new Map<number, Subject>();
  for (const sign of subjects) {
    const front = subjects.find(({ id }) => id === sign.relation?.target);
    if (sign.icon !== 'own:sign' || sign.count > 1 || front?.count !== 1 || front.text !== undefined) continue;
    if (/^own:(shop|restaurant)$/.test(front.icon) && !boards.has(front.id)) boards.set(front.id, sign);
  }
  const replaced = new Map([...boards].map(([front, sign]) => [sign.id, front]));
  return subjects
    .filter(({ id }) => !replaced.has(id))
    .map((subject) => {
      const text = boards.get(subject.id)?.text;
      const target = replaced.get(subject.relation?.target ?? -1);
      return {
        ...subject,
        ...(text !== undefined && { text }),
        ...(subject.relation && target !== undefined && { relation: { ...subject.relation, target } }),
      };
    });
}

/** Signs are as large as their text needs. */
function largeEnough(subject: Subject): Subject {
  const isLong = subject.icon === 'own:sign' && (subject.text?.length ?? 0) > LONG_TEXT;
  return isLong && subject.size === 'normal' ? { ...subject, size: 'large' } : subject;
}

/** Trains cross level bridges. */
function asViaduct(subject: Subject, _index: number, all: readonly Subject[]): Subject {
  const isCrossed = all.some(({ icon, relation }) => icon === 'own:train' && relation?.target === subject.id);
  return subject.icon === 'own:bridge' && isCrossed ? { ...subject, icon: 'own:stone-bridge' } : subject;
}

/** Indoors, small things that stand nowhere stand on a table. It is added if there is none. */
function onTable(subjects: readonly Subject[], { place }: Scene): Subject[] {
  const isIndoors = place === 'room' || place === 'kitchen';
  const isShared = (plate: number): boolean => subjects.filter(({ relation }) => relation?.target === plate).length > 1;
  const freed = subjects.map((subject): Subject => {
    const { relation, ...free } = subject;
    const host = subjects.find(({ id }) => id === relation?.target);
    if (isIndoors && relation?.kind === 'beside' && host && isApart(subject, host)) return free;
    if (!relation || host?.icon !== 'own:plate' || !DRINK.test(subject.icon) || !isShared(host.id)) return subject;
    return isIndoors ? free : { ...free, relation: { kind: 'beside', target: host.id } };
  });
  if (!isIndoors) return freed;
  const hosts = new Set(freed.flatMap(({ relation }) => (relation?.kind === 'holding' ? [relation.target] : [])));
  const small = freed.filter(
    ({ id, icon, relation }) => !relation && !hosts.has(id) && homesOf(icon).includes('table') && !carries(freed, id),
  );
  if (small.length === 0) return freed;
  const table = freed.find(({ icon }) => icon === 'own:table') ?? {
    id: 1 + Math.max(...freed.map(({ id }) => id)),
    icon: 'own:table',
    word: 'table',
    count: 1,
    size: 'normal' as const,
  };
  const set = freed.map((subject): Subject =>
    small.includes(subject) ? { ...subject, relation: { kind: 'on', target: table.id } } : subject,
  );
  return freed.includes(table) ? set : [...set, table];
}

/** Indoors, pictures hang on the wall and cups stand on a table, whatever they are beside. */
function isApart({ icon }: Subject, host: Subject): boolean {
  const homes = homesOf(icon);
  return (
    homes.includes('wall') ||
    (homes.includes('table') &&
      /^own:|^(couch-and-lamp|bathtub)$/.test(host.icon) &&
      !homesOf(host.icon).includes('table'))
  );
}

/** Whether somebody larger is related to it: then it is where they are. */
function carries(subjects: readonly Subject[], id: number): boolean {
  return subjects.some(({ icon, relation }) => relation?.target === id && !homesOf(icon).includes('table'));
}

/** What the place drew by itself is no longer a subject; what is related to it goes there. */
function atFixtures(subjects: readonly Subject[], { fixtures = {} }: Backdrop): Arrangement {
  const spots = new Map<number, Spot>();
  const isFixed = ({ icon }: Subject): boolean => fixtures[icon] !== undefined;
  const left = subjects
    .filter((subject) => !isFixed(subject))
    .map((subject) => {
      const { relation, ...free } = subject;
      const host = subjects.find(({ id }) => id === relation?.target);
      const isBoat = host?.icon === 'own:river' && !subject.icon.endsWith('bridge');
      const box = host && fixtures[host.icon]?.[isBoat ? 1 : 0];
      if (!relation || !box) return subject;
      const kind = subject.icon.endsWith('bridge') ? 'on' : relation.kind;
      spots.set(subject.id, { kind, icon: host.icon, box });
      return free;
    });
  return { subjects: left, spots };
}
