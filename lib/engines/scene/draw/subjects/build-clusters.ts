import { findIcon } from '../../icons/icon-file';
import { heightOf, homesOf } from '../../icons/icon-sizes';
import type { RelationKind, Subject, SubjectSize } from '../../scene';
import { figureBox } from '../figures/figure';
import type { Stance } from '../figures/skeleton';
import { findOwnDrawing } from '../own/own-drawings';
import { asleep } from '../own/sleepers';
import { type Cluster, inLooseRow, inPile, inRow } from './cluster';
import { isToEach, relate } from './relate';
import { onSeat, poseOn } from './seats';
import { individual } from './vary';

const SIZES: Readonly<Record<SubjectSize, number>> = { tiny: 0.42, small: 0.68, normal: 1, large: 1.45, huge: 2 };

type Guest = { kind: RelationKind; subject: Subject };

/** A subject with what carries it. */
type Carried = Guest & { host: Subject };

/**
 * The subjects of a scene as clusters, each of a subject with everything that is related to it. Subjects without a
 * drawing are left out.
 */
export function buildClusters(subjects: readonly Subject[]): Cluster[] {
  const drawable = subjects.filter(({ icon }) => sizeOf(icon) !== null);
  const { roots, guests } = hostsOf(drawable);
  return roots.flatMap((root) => groupOf({ subject: root }, guests));
}

/** Who carries whom. A relation that would close a circle is left out. */
function hostsOf(subjects: readonly Subject[]): { roots: Subject[]; guests: Map<number, Guest[]> } {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  const hostOf = new Map<number, number>();
  const guests = new Map<number, Guest[]>();
  const leadsTo = (from: number, to: number): boolean => {
    for (let id: number | undefined = from; id !== undefined; id = hostOf.get(id)) if (id === to) return true;
    return false;
  };
  for (const subject of subjects) {
    const target = byId.get(subject.relation?.target ?? -1);
    if (!subject.relation || !target || target === subject) continue;
    const isHolding = subject.relation.kind === 'holding';
    const [host, guest] = isHolding ? [subject, target] : [target, subject];
    if (hostOf.has(guest.id) || leadsTo(host.id, guest.id) || areApart(subject.relation.kind, host, guest)) continue;
    hostOf.set(guest.id, host.id);
    guests.set(host.id, [
      ...(guests.get(host.id) ?? []),
      { kind: onSeat(subject.relation.kind, host.icon), subject: guest },
    ]);
  }
  return { roots: subjects.filter(({ id }) => !hostOf.has(id)), guests };
}

/** Whether two are so far apart that each goes where it belongs: what flies and what stands, fish and their reef. */
function areApart(kind: RelationKind, host: Subject, guest: Subject): boolean {
  if (kind === 'in') return host.icon === 'coral';
  if (kind !== 'behind' && kind !== 'beside' && kind !== 'in_front_of') return false;
  const flies = ({ icon }: Subject): boolean => homesOf(icon).includes('sky');
  return flies(host) && !flies(guest);
}

/** All of one subject, with its guests: one cluster each, unless something is related to the whole group. */
function groupOf(carried: Pick<Carried, 'subject'> & Partial<Carried>, guests: Map<number, Guest[]>): Cluster[] {
  const { subject } = carried;
  const own = guests.get(subject.id) ?? [];
  const held = own.filter(({ kind }) => kind === 'holding').length;
  const pose = carried.host && carried.kind ? poseOn(carried.kind, carried.host.icon) : undefined;
  const stance: Stance = { pose: pose ?? (/-walking$/.test(subject.icon) ? 'walking' : 'standing'), held };
  const singles = Array.from({ length: subject.count }, (_, index) =>
    individual(single(subject, stance), index, subject),
  );
  const kinds = [...new Set(own.map(({ kind }) => kind))].filter(isToEach);
  kinds.forEach((kind) => {
    // All that are on the same table share it; what is held is in one hand or the other.
    const mates = own.filter((guest) => guest.kind === kind);
    const sets = kind === 'holding' ? mates.map((guest) => [guest]) : [mates];
    sets.forEach((set, order) => {
      const members = set.flatMap((guest) => groupOf({ ...guest, host: subject }, guests));
      singles.forEach((host, index) => {
        const from = Math.floor((index * members.length) / singles.length);
        const to = Math.floor(((index + 1) * members.length) / singles.length);
        // Fewer guests than hosts go to the first ones.
        const mine = members.length < singles.length ? members.slice(index, index + 1) : members.slice(from, to);
        if (mine.length > 0) singles[index] = relate(kind, host, inPile(mine, kind === 'riding' ? -0.1 : 0.04), order);
      });
    });
  });
  const around = own.filter(({ kind }) => !isToEach(kind));
  if (around.length === 0) return singles;
  const sides = around.flatMap(({ kind, subject: guest }): { kind: RelationKind; members: Cluster[] }[] => {
    const members = groupOf({ subject: guest }, guests);
    const half = Math.ceil(members.length / 2);
    // Several are on both sides, as if around it.
    if (kind !== 'beside' || members.length < 2 || guest.relation?.flank) return [{ kind, members }];
    return [members.slice(0, half), members.slice(half)].map((side) => ({ kind, members: side }));
  });
  const group = sides.reduce(
    (host, { kind, members }, order) => relate(kind, host, inLooseRow(members, 0.06), order),
    inRow(singles, 0.06),
  );
  return [group];
}

function single(wanted: Subject, stance: Stance): Cluster {
  const subject = wanted.isAsleep ? asleep(wanted) : wanted;
  const factor = SIZES[subject.size];
  const figure = isActive(subject.icon, stance) ? figureBox(subject.icon, stance) : null;
  if (figure) {
    const tall = heightOf(subject.icon) * factor;
    const [w, h] = [figure.width * tall, figure.height * tall];
    const y = figure.below * tall - h;
    return { parts: [{ subject, x: -w / 2, y, width: w, height: h, depth: 0, stands: true, stance }] };
  }
  const { width, height } = sizeOf(subject.icon) ?? { width: 0, height: 0 };
  const [w, h] = [width * factor, height * factor];
  return { parts: [{ subject, x: -w / 2, y: -h, width: w, height: h, depth: 0, stands: true }] };
}

/** Icons of people who walk show that better than our bodies, unless they hold, sit, or ride. */
function isActive(icon: string, { pose, held }: Stance): boolean {
  return held > 0 || pose !== 'walking' || !icon.endsWith('-walking');
}

/** The usual size of an icon; null if there is no such drawing. */
function sizeOf(icon: string): { width: number; height: number } | null {
  const own = findOwnDrawing(icon);
  if (own) return { width: (heightOf(icon) * own.width) / own.height, height: heightOf(icon) };
  const found = findIcon(icon);
  if (!found) return null;
  const [, , width, height] = found.box;
  // Long things are not taller than others of their kind, but longer.
  const scale = heightOf(icon) / Math.sqrt(width * height);
  return { width: width * scale, height: height * scale };
}
