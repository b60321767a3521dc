'use client';

import { ImageIcon, Settings2, Plus, SquareSlash } from 'lucide-react';
import {
  lazy,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { commandOf, matchingPrompts } from '@/lib/client/chat/prompts/prompts';
import { usePreferences } from '../preferences/use-preferences';
import { MENU_ID, type MenuKeys } from './menu-keys';

const PromptsDialog = lazy(() => import('./prompts-dialog'));

type Option = { id: string; icon: ReactNode; name: string; note: string; choose: () => void };

/** The saved prompts that match a typed command, over the message field, which keeps the focus. */
export default function PromptMenu({
  command,
  keysRef,
  held,
  onHold,
  onReleased,
  onActive,
  onFill,
  onClose,
  onReturn,
}: {
  /** What is typed after the slash. */
  command: string;
  /** Set to what handles the field's keys. */
  keysRef: MenuKeys;
  /** Enter was pressed before the prompts had loaded: it chooses the first one as soon as they have. */
  held: boolean;
  /** Called when Enter is pressed before the prompts have loaded. */
  onHold: () => void;
  /** Called when such an Enter was carried out, or there is nothing to choose. */
  onReleased: () => void;
  /** Called with the ID of the highlighted option. */
  onActive: (id: string | null) => void;
  onFill: (text: string) => void;
  onClose: () => void;
  /** Called when the dialog has closed. */
  onReturn: () => void;
}) {
  const id = useId();
  const { data, isError, isPending } = usePreferences();
  const [dialog, setDialog] = useState<'new' | 'all' | null>(null);
  const prompts = data?.preferences.prompts ?? [];
  const found = matchingPrompts(prompts, command).map(({ id: key, name, text }): Option => ({
    id: `${id}-${key}`,
    icon: <SquareSlash aria-hidden />,
    name: `/${commandOf(name)}`,
    note: text,
    choose: () => onFill(text),
  }));
  const options: Option[] = [...found, ...ownOptions(command, id, { onFill, setDialog, any: prompts.length > 0 })];
  const [at, setAt] = useState({ command, index: 0 });
  const index = at.command === command ? Math.min(at.index, options.length - 1) : 0;
  const current = dialog === null ? options[index] : undefined;
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (dialog !== null) return false;
    if (!current) {
      if (!isPending || event.key !== 'Enter' || event.shiftKey) return false;
      onHold();
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt({ command, index: (index + step + options.length) % options.length });
    else if (event.key === 'Escape') onClose();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) current.choose();
    else return false;
    event.preventDefault();
    return true;
  });
  const release = useEffectEvent(() => {
    onReleased();
    current?.choose();
  });
  const isDue = held && (current !== undefined || !isPending);
  useEffect(() => {
    if (isDue) release();
  }, [isDue]);
  const report = useEffectEvent(onActive);
  const currentId = current?.id ?? null;
  // At once: a key may follow in the same frame.
  useLayoutEffect(() => {
    keysRef.current = (event) => onKey(event);
    return () => {
      keysRef.current = null;
    };
  }, [keysRef]);
  useEffect(() => report(currentId), [currentId]);
  useEffect(() => {
    if (currentId !== null) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return (
    <>
      {options.length === 0 ? null : (
        <ul
          id={MENU_ID}
          role="listbox"
          aria-label="Prompts"
          className="mx-2 mt-2 max-h-64 overflow-y-auto overscroll-contain border-b border-line pb-2"
        >
          {options.map((option) => (
            <li
              key={option.id}
              id={option.id}
              role="option"
              aria-selected={option.id === currentId}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={option.choose}
              className={classNames(
                'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 py-1.5 pointer-coarse:min-h-touch',
                option.id === currentId ? 'bg-ink/6' : 'hover:bg-ink/4',
              )}
            >
              <span className="text-muted">{option.icon}</span>
              <span className="shrink-0 truncate font-medium">{option.name}</span>
              <span className="min-w-0 flex-1 truncate text-sm text-muted">{option.note}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {isError ? 'Saved prompts could not be loaded.' : `${options.length} suggestions. Arrow keys choose.`}
      </p>
      <ChunkBoundary>
        {dialog === null ? null : (
          <PromptsDialog
            initial={dialog}
            onClose={() => {
              setDialog(null);
              onReturn();
            }}
          />
        )}
      </ChunkBoundary>
    </>
  );
}

/** What a slash offers besides saved prompts, if it matches. */
function ownOptions(
  command: string,
  id: string,
  given: { onFill: (text: string) => void; setDialog: (dialog: 'new' | 'all') => void; any: boolean },
): Option[] {
  const image: Option = {
    id: `${id}-image`,
    icon: <ImageIcon aria-hidden />,
    name: '/image',
    note: 'Draw an image from a description',
    choose: () => given.onFill('/image '),
  };
  const create: Option = {
    id: `${id}-new`,
    icon: <Plus aria-hidden />,
    name: 'New prompt…',
    note: 'Save a text that you send often',
    choose: () => given.setDialog('new'),
  };
  const manage: Option = {
    id: `${id}-all`,
    icon: <Settings2 aria-hidden />,
    name: 'Manage prompts…',
    note: '',
    choose: () => given.setDialog('all'),
  };
  const images = 'image'.startsWith(command) ? [image] : [];
  if (command !== '') return images;
  return [...images, create, ...(given.any ? [manage] : [])];
}
