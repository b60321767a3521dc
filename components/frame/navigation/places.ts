import { Drama, KeyRound, MessageSquare, type LucideIcon } from 'lucide-react';

/** A place of the console. Only what works stands here. */
export type Place = { href: string; label: string; icon: LucideIcon };

/** The groups of the rail, in order. */
export const PLACE_GROUPS: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: 'Use',
    places: [
      { href: '/chat', label: 'Chat', icon: MessageSquare },
      { href: '/characters', label: 'Characters', icon: Drama },
    ],
  },
  { label: 'Manage', places: [{ href: '/keys', label: 'Keys', icon: KeyRound }] },
];

/** Whether a path lies in a place. */
export function isWithin(place: Place, pathname: string): boolean {
  return pathname === place.href || pathname.startsWith(`${place.href}/`);
}
