'use client';

import {
  Boxes,
  Copy,
  Cpu,
  Keyboard,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  Plus,
  SquarePen,
  Sun,
  type LucideIcon,
} from 'lucide-react';
import { useTheme } from 'next-themes';
import { pathOf } from '@/components/models/details/types';
import { useCatalog } from '@/components/models/use-models';
import { useListedModels } from '@/components/snippets/use-listed-models';
import { writeClipboard } from '@/components/ui/copy-button';
import { showToast } from '@/components/ui/toast/toast';
import { nameOf } from '@/lib/client/models';
import { signOut } from '../menus/sign-out';
import { destinationsOf, DOCS } from '../navigation/nav-items';
import { useGo } from '../navigation/use-go';

/** A command of the palette. */
export type Command = {
  id: string;
  group: CommandGroup;
  label: string;
  /** Additional search keywords. */
  keywords: string;
  /** A second line. */
  note?: string;
  icon: LucideIcon;
  /** The equivalent shortcut, e.g. `g k`. */
  keys?: string;
  run: () => void;
};

/** Commands that a search has found so far; `pending` while it runs. */
export type FoundCommands = { commands: readonly Command[]; pending: boolean };

/** The groups in order. */
export const COMMAND_GROUPS = [
  'Go to',
  'Actions',
  'Chat with a model',
  'Models',
  'Chats',
  'Characters',
  'Docs',
] as const;
type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** All of the visitor's commands, in order. Models are added once loaded. */
export function useCommands(role: 'owner' | 'member', onShortcuts: () => void): Command[] {
  const go = useGo();
  const models = useListedModels();
  const catalog = useCatalog();
  const actions = useActions(onShortcuts);
  const destinations = destinationsOf(role).map((item): Command => ({
    id: `go ${item.href}`,
    group: 'Go to',
    label: item.label,
    keywords: item === DOCS ? 'go open docs documentation curl openapi' : 'go open page',
    icon: item.icon,
    keys: `g ${item.key}`,
    run: () => go(item.href),
  }));
  const switches = (models.data ?? [])
    .filter(({ model_spec: { offline } }) => !offline)
    .map(({ id, model_spec: { name } }): Command => ({
      id: `model ${id}`,
      group: 'Chat with a model',
      label: name || id,
      keywords: `${id} model switch use chat`,
      icon: Cpu,
      run: () => go(pathWithModel(id)),
    }));
  const pages = (catalog.data ?? []).map((model): Command => ({
    id: `about ${model.id}`,
    group: 'Models',
    label: `About ${nameOf(model)}`,
    keywords: `${model.id} model price context facts open`,
    icon: Boxes,
    run: () => go(pathOf(model.id)),
  }));
  return [...destinations, ...actions, ...switches, ...pages];
}

function useActions(onShortcuts: () => void): Command[] {
  const go = useGo();
  const { resolvedTheme, setTheme } = useTheme();
  const other = resolvedTheme === 'dark' ? 'light' : 'dark';
  const action = (id: string, command: Pick<Command, 'label' | 'keywords' | 'icon' | 'run'>): Command => ({
    id,
    group: 'Actions',
    ...command,
  });
  return [
    action('new chat', {
      label: 'New chat',
      keywords: 'start ask conversation',
      icon: SquarePen,
      run: () => go('/chat'),
    }),
    action('create key', {
      label: 'Create key',
      keywords: 'new api secret token',
      icon: Plus,
      run: () => go('/keys?create=1'),
    }),
    action('copy base address', {
      label: 'Copy base URL',
      keywords: 'address endpoint api v1 openai clipboard',
      icon: Copy,
      run: () => void copyBaseAddress(),
    }),
    action('get started', {
      label: 'Get started',
      keywords: 'first steps setup onboarding provider curl invite',
      icon: ListChecks,
      run: () => go('/start'),
    }),
    action('toggle theme', {
      label: `Switch to the ${other} theme`,
      keywords: 'toggle appearance mode colors colours',
      icon: other === 'dark' ? Moon : Sun,
      run: () => setTheme(other),
    }),
    action('system theme', {
      label: 'Use the system theme',
      keywords: 'appearance mode colors colours automatic',
      icon: Monitor,
      run: () => setTheme('system'),
    }),
    action('shortcuts', {
      label: 'Keyboard shortcuts',
      keywords: 'keys help hotkeys',
      icon: Keyboard,
      run: onShortcuts,
    }),
    action('sign out', { label: 'Sign out', keywords: 'log leave logout', icon: LogOut, run: signOut }),
  ];
}

/** In a chat, the model applies to the open chat; elsewhere a new chat starts with it. */
function pathWithModel(id: string): string {
  const address = new URLSearchParams(window.location.pathname === '/chat' ? window.location.search : '');
  address.set('model', id);
  return `/chat?${address.toString()}`;
}

async function copyBaseAddress(): Promise<void> {
  const address = `${window.location.origin}/api/v1`;
  if (await writeClipboard(address)) showToast('success', 'Base URL copied', { description: address });
  else showToast('error', 'Could not copy', { description: address });
}
