'use client';

import { Columns2, PanelLeft, SlidersHorizontal, SquarePen, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import type { ChatSettings } from '@/lib/client/chat/types';
import { newCompareAddress } from './compare/compare-address';
import { countChanged } from './settings/settings-fields';

/** The head of the column: the chat's title, its settings, and on a phone the way to the other chats. */
export function ChatHead({
  title,
  modelId,
  settings,
  attention,
  code,
  onChats,
  onNew,
  onSettings,
}: {
  title: string;
  /** The model that is asked here; a comparison begins with it. */
  modelId: string | null;
  settings: ChatSettings;
  /** A setting does not hold as it was typed: nothing is sent until it does. */
  attention: boolean;
  /** The button that shows the chat as code. */
  code: ReactNode;
  onChats: () => void;
  onNew: () => void;
  onSettings: () => void;
}) {
  const changed = countChanged(settings);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:px-4">
      <IconButton label="Chats" icon={<PanelLeft />} className="lg:hidden" onClick={onChats} />
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
    </header>
  );
}
