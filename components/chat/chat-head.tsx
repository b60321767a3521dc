'use client';

import { Columns2, PanelLeft, SlidersHorizontal, SquarePen, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { ChatSettings } from '@/lib/client/chat/types';
import { newCompareAddress } from './compare/compare-address';
import { SETTINGS_BUTTON_ID } from './settings/button-id';
import { countChanged } from './settings/settings-fields';

/** The chat's header: its title, its settings, and on phones a button that opens the list of chats. */
export function ChatHead({
  title,
  modelId,
  settings,
  attention,
  code,
  menu,
  listHidden,
  onChats,
  onNew,
  settingsOpen,
  onSettings,
}: {
  title: string;
  /** The model that answers here; a comparison starts with it. */
  modelId: string | null;
  settings: ChatSettings;
  /** A setting is invalid: nothing is sent until it is fixed. */
  attention: boolean;
  /** The button that shows the chat as code. */
  code: ReactNode;
  /** The menu of the chat; null for a new one. */
  menu: ReactNode;
  /** The list is not beside the messages, not even on wide screens. */
  listHidden: boolean;
  onChats: () => void;
  onNew: () => void;
  settingsOpen: boolean;
  onSettings: () => void;
}) {
  const changed = countChanged(settings);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:px-4 print:[&>:not(h1)]:hidden">
      <IconButton
        label="Chats"
        icon={<PanelLeft />}
        className={listHidden ? undefined : 'lg:hidden'}
        onClick={onChats}
      />
      <h1 title={title} className="min-w-0 flex-1 truncate px-2 text-base font-semibold" data-testid="chat-title">
        {title}
      </h1>
      <IconButton label="New chat" icon={<SquarePen />} className="lg:hidden" onClick={onNew} />
      <ButtonLink href={newCompareAddress(modelId)} kind="plain" size="small" aria-label="Compare models">
        <Columns2 aria-hidden />
        <span className="hidden sm:inline">Compare</span>
      </ButtonLink>
      {code}
      <Button
        kind="plain"
        size="small"
        id={SETTINGS_BUTTON_ID}
        aria-expanded={settingsOpen}
        onClick={onSettings}
        aria-label={
          attention ? 'Settings, needs attention' : changed === 0 ? 'Settings' : `Settings, ${changed} changed`
        }
      >
        <SlidersHorizontal aria-hidden />
        <span className="hidden sm:inline">Settings</span>
        {attention ? (
          <span className="flex items-center gap-1 text-warn">
            <TriangleAlert aria-hidden />
            <span className="hidden sm:inline">needs attention</span>
          </span>
        ) : changed === 0 ? null : (
          <span className="figure-text text-xs text-signal-ink">{changed}</span>
        )}
      </Button>
      {menu}
    </header>
  );
}
