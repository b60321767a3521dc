'use client';

import { Dialog } from '@/components/ui/overlay/dialog';
import { destinationsOf } from '../navigation/nav-items';
import { Keys } from './keys';
import { useSingleKeys } from './single-keys';
import { useModifier } from './use-modifier';

/** The keyboard shortcuts, and the switch for those without Ctrl or ⌘. Loaded when first opened. */
export default function ShortcutsSheet({
  open,
  onOpenChange,
  role,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role: 'owner' | 'member';
}) {
  const modifier = useModifier();
  const [singleKeys, chooseSingleKeys] = useSingleKeys();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="flex flex-col gap-2">
        <Shortcut what="Search commands" keys={`${modifier} K`} />
        <Shortcut what="Show keyboard shortcuts" keys="?" />
        {destinationsOf(role).map(({ href, label, key }) => (
          <Shortcut key={href} what={`Go to ${label}`} keys={`g ${key}`} />
        ))}
        <Shortcut what="Send the message" keys="Enter" />
        <Shortcut what="New line in the message" keys="Shift Enter" />
        <Shortcut what="Stop the answer, close dialogs" keys="Esc" />
      </dl>
      <label className="mt-6 flex min-h-touch cursor-pointer items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => chooseSingleKeys(event.target.checked)}
          className="size-4 shrink-0 accent-signal"
        />
        <span>
          <span className="block font-medium">Single-key shortcuts</span>
          <span className="block text-sm text-muted">
            Turn off to disable <span className="figure-text">?</span> and <span className="figure-text">g</span>. They
            never act while you type.
          </span>
        </span>
      </label>
    </Dialog>
  );
}

function Shortcut({ what, keys }: { what: string; keys: string }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt>{what}</dt>
      <dd>
        <span className="sr-only">{keys}</span>
        <Keys keys={keys} className="pointer-coarse:flex" />
      </dd>
    </div>
  );
}
