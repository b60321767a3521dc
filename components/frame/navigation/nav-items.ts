import {
  Boxes,
  BookOpen,
  ChartNoAxesColumn,
  Drama,
  Gauge,
  Image,
  KeyRound,
  MessageSquare,
  Search,
  Settings,
  ShieldCheck,
  Wallet,
  type LucideIcon,
} from 'lucide-react';

/** A page of the console. `key` opens it when typed after `g`. */
export type NavItem = { href: string; label: string; icon: LucideIcon; key: string };

/** Related pages under one label. */
export type NavGroup = { label: string; items: readonly NavItem[] };

const CHAT: NavItem = { href: '/chat', label: 'Chat', icon: MessageSquare, key: 'c' };
const IMAGES: NavItem = { href: '/images', label: 'Images', icon: Image, key: 'i' };
const SEARCH: NavItem = { href: '/search', label: 'Search', icon: Search, key: 'f' };
const CHARACTERS: NavItem = { href: '/characters', label: 'Characters', icon: Drama, key: 'h' };
const MODELS: NavItem = { href: '/models', label: 'Models', icon: Boxes, key: 'm' };
const KEYS: NavItem = { href: '/keys', label: 'Keys', icon: KeyRound, key: 'k' };
const USAGE: NavItem = { href: '/usage', label: 'Usage', icon: ChartNoAxesColumn, key: 'u' };
const LIMITS: NavItem = { href: '/limits', label: 'Limits', icon: Gauge, key: 'l' };
const WALLET: NavItem = { href: '/wallet', label: 'Wallet', icon: Wallet, key: 'w' };
const SETTINGS: NavItem = { href: '/settings', label: 'Settings', icon: Settings, key: 's' };
const ADMIN: NavItem = { href: '/admin', label: 'Admin', icon: ShieldCheck, key: 'a' };

/** The API reference: public, with its own layout. */
export const DOCS: NavItem = { href: '/docs', label: 'API reference', icon: BookOpen, key: 'd' };

const MEMBER_GROUPS: readonly NavGroup[] = [
  { label: 'Use', items: [CHAT, IMAGES, SEARCH, CHARACTERS, MODELS] },
  { label: 'Manage', items: [KEYS, USAGE, LIMITS, WALLET, SETTINGS] },
];
const OWNER_GROUPS: readonly NavGroup[] = [...MEMBER_GROUPS, { label: 'Operate', items: [ADMIN] }];

/** The items of the bottom bar on phones; the rest is under More. */
const IN_BAR: readonly NavItem[] = [CHAT, IMAGES, KEYS, USAGE];

/** The groups of the sidebar, in order. */
export function navGroups(role: 'owner' | 'member'): readonly NavGroup[] {
  return role === 'owner' ? OWNER_GROUPS : MEMBER_GROUPS;
}

/** All pages in the sidebar's order. */
export function navItems(role: 'owner' | 'member'): NavItem[] {
  return navGroups(role).flatMap(({ items }) => items);
}

/** The destinations of the palette and the shortcuts: all pages, and the reference. */
export function destinationsOf(role: 'owner' | 'member'): NavItem[] {
  return [...navItems(role), DOCS];
}

/** The pages in the phone's bar, and those under More. */
export function barItems(role: 'owner' | 'member'): { inBar: readonly NavItem[]; behindMore: NavItem[] } {
  return { inBar: IN_BAR, behindMore: navItems(role).filter((item) => !IN_BAR.includes(item)) };
}

/** Whether a path, with or without a query, is public. */
export function isOpenPage(path: string): boolean {
  return isWithin(MODELS, path.split('?', 1)[0] ?? '');
}

/** Whether a path belongs to a page. */
export function isWithin(item: NavItem, pathname: string): boolean {
  return pathname === item.href || pathname.startsWith(`${item.href}/`);
}
