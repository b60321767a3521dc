'use client';

import { lazy } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import type { TextWireModel } from '@/lib/models/contract';
import type { ChatListProps } from './list/chat-list-props';
import type { SendState } from './sending/send-state';
import type { SettingsText } from './settings/settings-fields';
import type { ChatView } from './state/use-chat';
import type { OpenPanels } from './use-panels';
import { useFinishSignal } from './use-finish-signal';
import { useLinkedSettings } from './use-linked-settings';

// Each loads when it is first opened.
const ChatDrawer = lazy(() => import('./list/chat-drawer'));
const SettingsPanel = lazy(() => import('./settings/settings-panel'));
const PreviewPanel = lazy(() => import('./preview/preview-panel'));

/**
 * What is beside or over the messages: the list of chats on narrow screens, the settings, and a preview. Also takes the
 * settings of a link, and signals the end of an answer, which can wait until the page is there.
 */
export default function Panels({
  view,
  models,
  sendState: { model },
  wrongTexts,
  onWrong,
  panels: { panel, used, show, preview },
  list,
}: {
  view: ChatView;
  models: TextWireModel[];
  sendState: SendState;
  wrongTexts: Partial<SettingsText>;
  onWrong: (texts: Partial<SettingsText>) => void;
  panels: OpenPanels;
  list: ChatListProps;
}) {
  const { chat, chatId, answering, settings, actions } = view;
  // Once the account's defaults are known: the link replaces all settings, and none of them the other way around.
  useLinkedSettings(chat === null && chatId === null && !view.pending, (linked) => {
    actions.configure({ settings: linked });
    show('settings');
  });
  useFinishSignal(answering !== null);
  return (
    <ChunkBoundary>
      {used.has('chats') ? (
        <ChatDrawer open={panel === 'chats'} onOpenChange={(open) => show(open ? 'chats' : null)} {...list} />
      ) : null}
      {used.has('settings') ? (
        <SettingsPanel
          open={panel === 'settings'}
          chatKey={chat?.id ?? 'new'}
          onOpenChange={(open) => show(open ? 'settings' : null)}
          settings={settings}
          wrongTexts={wrongTexts}
          onWrong={onWrong}
          maxTokens={model?.model_spec.maxCompletionTokens ?? null}
          asked={model ? [model] : []}
          models={models}
          onChange={(next) => actions.configure({ settings: next })}
        />
      ) : null}
      {preview.shown ? <PreviewPanel previewed={preview.shown} onClose={() => preview.show(null)} /> : null}
    </ChunkBoundary>
  );
}
