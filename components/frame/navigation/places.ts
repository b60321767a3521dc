import {
  Boxes,
  BookOpen,
  ChartNoAxesColumn,
  Drama,
  Gauge,
  KeyRound,
  MessageSquare,
  Settings,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';

/** A place of the console. Only what works stands here. `key` leads there when typed after `g`. */
export type Place = { href: string; label: string; icon: LucideIcon; key: string };

/** Places that belong together, under one word. */
export type PlaceGroup = { label: string; places: readonly Place[] };

const CHAT: Place = { href: '/chat', label: 'Chat', icon: MessageSquare, key: 'c' };
const CHARACTERS: Place = { href: '/characters', label: 'Characters', icon: Drama, key: 'h' };
const MODELS: Place = { href: '/models', label: 'Models', icon: Boxes, key: 'm' };
const KEYS: Place = { href: '/keys', label: 'Keys', icon: KeyRound, key: 'k' };
const USAGE: Place = { href: '/usage', label: 'Usage', icon: ChartNoAxesColumn, key: 'u' };
const LIMITS: Place = { href: '/limits', label: 'Limits', icon: Gauge, key: 'l' };
const SETTINGS: Place = { href: '/settings', label: 'Settings', icon: Settings, key: 's' };
const ADMIN: Place = { href: '/admin', label: 'Admin', icon: ShieldCheck, key: 'a' };

/** The API reference: everybody’s, with a frame of its own. */
export const DOCS: Place = { href: '/docs', label: 'API reference', icon: BookOpen, key: 'd' };

const EVERYBODYS: readonly PlaceGroup[] = [
  { label: 'Use', places: [CHAT, CHARACTERS, MODELS] },
  { label: 'Manage', places: [KEYS, USAGE, LIMITS, SETTINGS] },
];
const OWNERS: readonly PlaceGroup[] = [...EVERYBODYS, { label: 'Operate', places: [ADMIN] }];

/** What stands in the bar of phones; the rest is behind More. */
const IN_BAR: readonly Place[] = [CHAT, CHARACTERS, KEYS, USAGE];

/** The groups of the rail, in order. */
export function placeGroups(role: 'owner' | 'member'): readonly PlaceGroup[] {
  return role === 'owner' ? OWNERS : EVERYBODYS;
}

/** All places in the order of the rail. */
export function placesOf(role: 'owner' | 'member'): Place[] {
  return placeGroups(role).flatMap(({ places }) => places);
}

/** Where the palette and the keys lead: all places, and the reference. */
export function destinationsOf(role: 'owner' | 'member'): Place[] {
  return [...placesOf(role), DOCS];
}

/** The places of the phone's bar, and those behind More. */
export function barPlaces(role: 'owner' | 'member'): { inBar: readonly Place[]; behindMore: Place[] } {
  return { inBar: IN_BAR, behindMore: placesOf(role).filter((place) => !IN_BAR.includes(place)) };
}

/** Whether a path, with or without a query, may be read by everybody. */
export function isOpenPage(path: string): boolean {
  return isWithin(MODELS, path.split('?', 1)[0] ?? '');
}

/** Whether a path lies in a place. */
export function isWithin(place: Place, pathname: string): boolean {
  return pathname === place.href || pathname.startsWith(`${place.href}/`);
}
