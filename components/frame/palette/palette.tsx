'use client';

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { BACKDROP } from '@/components/ui/overlay/dialog';
import { Keys } from '../keyboard/keys';
import { PALETTE } from './type-ahead';
import { findMatches } from './match';
import { keepRecent, readRecent } from './recent';
import { COMMAND_GROUPS, useCommands, type Command } from './use-commands';
import { useFoundCommands } from './use-found-commands';

/** Groups whose commands open another page. */
const LEADS_AWAY: readonly Command['group'][] = ['Go to', 'Models', 'Chats', 'Characters', 'Docs'];
/** Groups that are only searched: their commands are not there before, so they cannot be among the recent ones. */
const SEARCHED: readonly Command['group'][] = ['Chats', 'Characters', 'Docs'];

type Found = { label: string; items: Command[] };

/**
 * The command palette: type to search, choose with the arrow keys, run with Enter. Loaded on the first interaction with
 * the page.
 * @param typed the search text, part of which may have been typed before this loaded
 * @param onShortcuts opens the list of shortcuts, one of the commands
 */
export default function Palette({
  open,
  onOpenChange,
  typed,
  onType,
  accountId,
  role,
  onShortcuts,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  typed: string;
  onType: (typed: string) => void;
  accountId: string;
  role: 'owner' | 'member';
  onShortcuts: () => void;
}) {
  const left = useRef(false);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-2 sm:p-6 sm:pt-[12vh]">
          <Dialog.Popup
            id={PALETTE}
            aria-label="Command palette"
            // If a command opened another page, the previously focused element may be gone.
            finalFocus={() => (left.current ? document.getElementById('main') : true)}
            className="flex max-h-[min(28.5rem,calc(100dvh-1rem))] w-full flex-col overflow-hidden rounded-panel border border-line bg-surface shadow-float outline-none transition-[opacity,translate] data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 sm:max-w-dialog"
          >
            <Commands
              typed={typed}
              onType={onType}
              accountId={accountId}
              role={role}
              onShortcuts={onShortcuts}
              onRun={(command) => {
                left.current =
                  LEADS_AWAY.includes(command.group) && !command.id.endsWith(` ${window.location.pathname}`);
                if (!SEARCHED.includes(command.group)) keepRecent(command.id);
                onOpenChange(false);
                command.run();
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({
  typed,
  onType,
  accountId,
  role,
  onShortcuts,
  onRun,
}: {
  typed: string;
  onType: (typed: string) => void;
  accountId: string;
  role: 'owner' | 'member';
  onShortcuts: () => void;
  onRun: (command: Command) => void;
}) {
  const [recent] = useState(readRecent);
  const commands = useCommands(role, onShortcuts);
  const found = useFoundCommands(accountId, typed);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={groupFound([...findMatches(commands, typed), ...found.commands], recent)}
      value={typed}
      onValueChange={onType}
      itemToStringValue={({ label }: Command) => label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="text-muted" />
        <Autocomplete.Input
          aria-label="Search commands"
          placeholder="Pages, models, chats, docs"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-lg"
        />
        <Keys keys="Esc" />
      </div>
      <Autocomplete.Empty>
        <p className="px-4 py-6 text-muted empty:hidden">
          {found.pending ? 'Searching…' : 'No results. Try a page, a model, a chat, or a term in the docs.'}
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List
        className="min-h-0 overflow-y-auto overscroll-contain p-1 pb-2 empty:p-0"
        aria-label="Commands"
      >
        {(group: Found) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-xs text-muted">
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => <CommandRow key={command.id} command={command} onRun={onRun} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function CommandRow({ command, onRun }: { command: Command; onRun: (command: Command) => void }) {
  const Icon = command.icon;
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 outline-none select-none data-highlighted:bg-ink/6 pointer-coarse:min-h-touch"
    >
      <Icon aria-hidden className="text-muted" />
      <span className="min-w-0 flex-1 truncate" title={command.label}>
        {command.label}
        {command.note ? <span className="block truncate text-xs text-muted">{command.note}</span> : null}
      </span>
      {command.keys ? <Keys keys={command.keys} /> : null}
    </Autocomplete.Item>
  );
}

/** The results by group; recent commands come first. */
function groupFound(found: Command[], recent: readonly string[]): Found[] {
  const again = recent.flatMap((id) => found.find((command) => command.id === id) ?? []);
  const rest = found.filter((command) => !again.includes(command));
  return [
    { label: 'Recent', items: again },
    ...COMMAND_GROUPS.map((label) => ({ label, items: rest.filter(({ group }) => group === label) })),
  ].filter(({ items }) => items.length > 0);
}
