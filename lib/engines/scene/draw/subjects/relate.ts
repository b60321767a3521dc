import type { RelationKind, Subject } from '../../scene';
import { figureBox } from '../figures/figure';
import { boundsOf, type Cluster, lifted, moved, type Part, scaled } from './cluster';
import { saddleOf } from './seats';
import { hasSpaceBelow, insideOf, isHeldBelow, isPole, isRiddenStanding, isRoof, surfaceOf } from './surfaces';

/** Relations that hold for every single host; the others are to a whole group. */
export function isToEach(kind: RelationKind): boolean {
  return kind === 'on' || kind === 'under' || kind === 'in' || kind === 'riding' || kind === 'holding';
}

/**
 * Puts guests to their host: `kind` is the guest's relation to the host, except for `holding`, where the host holds.
 * @param host whose first part is the host itself
 * @param guests on the ground, centered on 0
 * @param order counts the host's guests, so that they take different sides
 */
export function relate(kind: RelationKind, host: Cluster, guests: Cluster, order: number): Cluster {
  const [main] = host.parts;
  const [guest] = guests.parts;
  if (!main || !guest) return host;
  return { parts: [...host.parts, ...placers[kind](main, host, guests, guest.subject, order).parts] };
}

type Placer = (main: Part, host: Cluster, guests: Cluster, guest: Subject, order: number) => Cluster;

const placers: Readonly<Record<RelationKind, Placer>> = {
  on: (main, _host, guests) => {
    if (guests.parts.some(({ stance }) => stance?.pose === 'sitting')) return seated(main, guests);
    const fitted = fit(guests, { width: main.width * 1.1, height: main.height * 2.2 });
    return standAt(
      lifted(fitted, main.depth + 1, true),
      centerOf(main),
      main.y + surfaceOf(main.subject.icon) * main.height,
    );
  },
  under,
  in: inside,
  riding: (main, _host, guests) => {
    if (guests.parts.some(({ stance }) => stance?.pose === 'cycling' || stance?.pose === 'astride'))
      return mounted(main, guests);
    const fitted = grow(fit(guests, { width: main.width * 0.9, height: main.height * 0.95 }), main.height * 0.42);
    const seat = main.y + surfaceOf(main.subject.icon) * main.height;
    if (isRiddenStanding(main.subject.icon)) return standAt(lifted(fitted, main.depth + 1, true), centerOf(main), seat);
    const { top, bottom } = boundsOf(fitted);
    // The legs are behind what is ridden.
    return standAt(lifted(fitted, main.depth - 1, true), centerOf(main), seat + (bottom - top) * 0.16);
  },
  holding: held,
  beside: (_main, host, guests, { relation }, order) => {
    const [outer, own] = [boundsOf(host), boundsOf(guests)];
    const gap = 0.06 * (outer.right - outer.left + own.right - own.left);
    const isLeft = relation?.flank ? relation.flank === 'left' : order % 2 === 1;
    const x = isLeft ? outer.left - gap - own.right : outer.right + gap - own.left;
    return moved(guests, x, outer.bottom);
  },
  behind: (main, host, guests) => {
    const [outer, own] = [boundsOf(host), boundsOf(guests)];
    const tall = own.bottom - own.top;
    // It is seen beside a host that is much taller, and above one that is not.
    const isSmall = tall < main.height * 0.6;
    const rise = isSmall ? main.height * 0.1 : Math.max(main.height * 0.14, main.height * 0.75 - tall * 0.5);
    const aside = isSmall ? main.width * 0.5 : main.width * 0.3 + (own.right - own.left) * 0.28;
    return moved(lifted(guests, -4, false), centerOf(main) + aside, outer.bottom - rise);
  },
  in_front_of: (main, host, guests) => {
    const [outer, own] = [boundsOf(host), boundsOf(guests)];
    const fitted =
      own.bottom - own.top > main.height * 0.8 ? guests : fit(guests, { width: main.width, height: main.height * 0.8 });
    const wide = boundsOf(fitted).right - boundsOf(fitted).left;
    // What is small stands before a corner, so that neither is lost in the other.
    const aside = wide > main.width * 0.6 ? -main.width * 0.36 - wide * 0.14 : -main.width * 0.44;
    return moved(lifted(fitted, 4, false), centerOf(main) + aside, outer.bottom + main.height * 0.12);
  },
  flying_over: (main, host, guests) => {
    const [outer, own] = [boundsOf(host), boundsOf(guests)];
    const gap = 0.2 * Math.max(main.height, own.bottom - own.top);
    return standAt(lifted(guests, 2, true), centerOf(main), outer.top - gap);
  },
};

/** On a seat: the hips are on it, the legs before it. */
function seated(main: Part, guests: Cluster): Cluster {
  const fitted = fit(guests, { width: main.width * 0.94, height: main.height * 2.6 });
  return moved(
    lifted(fitted, main.depth + 1, true),
    centerOf(main),
    main.y + (surfaceOf(main.subject.icon) + 0.03) * main.height,
  );
}

/** In the saddle: the nearer leg is before what is ridden, as long as it suits it. */
function mounted(main: Part, guests: Cluster): Cluster {
  const saddle = saddleOf(main.subject.icon);
  const below = Math.max(0.001, boundsOf(guests).bottom);
  const space = main.height * (1 - saddle.y);
  const isCycling = guests.parts.some(({ stance }) => stance?.pose === 'cycling');
  const suited = scaled(guests, (space * (isCycling ? 0.84 : 0.62)) / below);
  const sized = isCycling
    ? suited
    : boundsOf(suited).top < boundsOf(guests).top
      ? grow(guests, main.height * 0.5)
      : suited;
  const fitted = fit(sized, { width: main.width * 1.1, height: main.height * 2.4 });
  return moved(lifted(fitted, main.depth + 1, true), main.x + saddle.x * main.width, main.y + saddle.y * main.height);
}

/** In a hand, or beside the body of an icon whose hands are not known. What is as tall as its holder stands on the ground. */
function held(main: Part, _host: Cluster, guests: Cluster, guest: Subject, order: number): Cluster {
  const isRaised = isHeldBelow(guest.icon);
  const figure = main.stance && figureBox(main.subject.icon, main.stance);
  const at = figure?.hands[order % 2];
  const fitted = fit(guests, {
    width: Math.max(main.width * 0.8, main.height * 0.55),
    height: main.height * (isRaised ? (at ? 0.85 : 0.75) : at ? 0.36 : 0.42),
  });
  const { left, right, top, bottom } = boundsOf(fitted);
  const tall = bottom - top;
  if (at) {
    const [x, y] = [main.x + at.x * main.width, main.y + at.y * main.height];
    if (guest.icon === 'own:kite') return flown(main, guests, x, y);
    if (isPole(guest.icon)) {
      // A flag's pole is at its left edge.
      const aside = guest.icon.includes('flag') ? (boundsOf(guests).right - boundsOf(guests).left) * 0.43 : 0;
      return standAt(lifted(guests, main.depth - 1, false), x + aside, main.y + main.height);
    }
    if (/^(own:)?umbrella$/.test(guest.icon)) {
      const half = Math.abs(at.x - 0.5) * main.width + (figure.face.width * main.width) / 2;
      return standAt(lifted(scaled(fitted, Math.max(1, (2 * half) / (right - left))), main.depth - 1, true), x, y);
    }
    // What rises above the hand is behind the head.
    if (isRaised) return standAt(lifted(fitted, main.depth - 1, true), x, y + tall * 0.05);
    return standAt(lifted(fitted, main.depth + 1, true), x, y + tall * 0.22);
  }
  const hand = main.y + main.height * 0.62;
  const side = order % 2 ? -1 : 1;
  const x = centerOf(main) + side * (main.width * 0.42 + (right - left) * (isRaised ? 0.12 : 0.22));
  return standAt(lifted(fitted, main.depth + 1, true), x, isRaised ? hand : hand + tall * 0.45);
}

/** Kites fly high above the hand, at the end of their strings. */
function flown(main: Part, kites: Cluster, x: number, y: number): Cluster {
  const parts = kites.parts.map((part, order): Part => {
    const tall = part.height * 2.5;
    const wide = tall * 0.63;
    const subject: Subject = { ...part.subject, icon: 'own:flown-kite' };
    const left = x - wide * 0.05 + order * wide * 0.3;
    return { ...part, subject, x: left, y: y - tall, width: wide, height: tall, depth: main.depth - 1, stands: false };
  });
  return { parts };
}

function under(main: Part, host: Cluster, guests: Cluster): Cluster {
  const { icon } = main.subject;
  if (isRoof(icon)) {
    // The guests stay on the ground, and the roof goes up; its handle reaches down to them.
    const fitted = fit(guests, { width: main.width * 1.3, height: main.height * 2.2 });
    const { top } = boundsOf(fitted);
    const overlap = icon.includes('umbrella') ? main.height * 0.5 : -main.height * 0.15;
    for (const part of host.parts) Object.assign(part, { y: part.y + top + overlap, stands: false });
    return lifted(fitted, main.depth - 1, false);
  }
  if (hasSpaceBelow(icon)) {
    const isTree = icon.includes('tree');
    const space = isTree ? 0.45 : (1 - surfaceOf(icon)) * 0.78;
    const fitted = fit(guests, { width: main.width * (isTree ? 0.7 : 0.62), height: main.height * space });
    return moved(
      lifted(fitted, main.depth + 1, false),
      centerOf(main) + (isTree ? -main.width * 0.26 : 0),
      main.height * 0.01,
    );
  }
  const fitted = fit(guests, { width: main.width, height: main.height * 0.6 });
  const { top } = boundsOf(fitted);
  for (const part of host.parts) Object.assign(part, { y: part.y + top * 0.9, stands: false, depth: part.depth + 1 });
  return lifted(fitted, main.depth - 2, false);
}

function inside(main: Part, _host: Cluster, guests: Cluster): Cluster {
  const { icon } = main.subject;
  switch (insideOf(icon)) {
    case 'on the surface': {
      const fitted = fit(guests, { width: main.width * 0.7, height: main.height * (icon === 'sailboat' ? 0.55 : 1.6) });
      return standAt(
        lifted(fitted, main.depth + 1, true),
        centerOf(main),
        main.y + main.height * (surfaceOf(icon) + 0.08),
      );
    }
    case 'before': {
      const fitted = fit(guests, { width: main.width * 0.6, height: main.height * 0.4 });
      const isHigh = /window|picture|mirror|television|rocket|cloud/.test(icon);
      const { top, bottom } = boundsOf(fitted);
      const y = isHigh ? main.y + main.height / 2 + (bottom - top) / 2 : main.y + main.height * 0.99;
      return standAt(lifted(fitted, main.depth + 1, true), centerOf(main), y);
    }
    case 'behind the front': {
      const fitted = fit(guests, { width: main.width * 0.72, height: main.height * 1.3 });
      const { top, bottom } = boundsOf(fitted);
      return standAt(
        lifted(fitted, main.depth - 1, true),
        centerOf(main),
        main.y + Math.min(main.height * 0.62, main.height * 0.2 + (bottom - top) * 0.38),
      );
    }
  }
}

function centerOf({ x, width }: Part): number {
  return x + width / 2;
}

/** Moves a cluster so that its lower edge and its middle are there. */
function standAt(cluster: Cluster, x: number, y: number): Cluster {
  const { left, right, bottom } = boundsOf(cluster);
  return moved(cluster, x - (left + right) / 2, y - bottom);
}

/** Makes a cluster smaller if it is larger than this. */
function fit(cluster: Cluster, size: { width: number; height: number }): Cluster {
  const { left, top, right, bottom } = boundsOf(cluster);
  return scaled(cluster, Math.min(1, size.width / (right - left), size.height / (bottom - top)));
}

/** Makes a cluster at least this tall. */
function grow(cluster: Cluster, height: number): Cluster {
  const { top, bottom } = boundsOf(cluster);
  return scaled(cluster, Math.max(1, height / (bottom - top)));
}
