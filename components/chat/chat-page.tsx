'use client';

import { lazy, useRef, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button } from '@/components/ui/button';
import { draftKeyOf } from '@/lib/client/chat/drafts';
import type { Attachment } from '@/lib/client/chat/types';
import { useSendState } from './sending/use-send-state';
import { useEscape } from './sending/use-escape';
import { CharacterButton } from './character/character-button';
import { CharacterLine } from './character/character-line';
import { ChatHead } from './chat-head';
import { CodeButton } from './code/code-button';
import { JumpToLatest } from './column/jump-to-latest';
import { Missing } from './column/missing';
import { Composer } from './composer/composer';
import { ModelPicker } from './composer/model-picker';
import { ChatPane } from './list/chat-pane';
import { StorageNote } from './storage-note';
import { exportChats } from './list/use-chat-files';
import { fetchMessages, Messages } from './message/messages';
import { useStickToBottom } from './use-stick-to-bottom';
import { FirstVisit } from './start/first-visit';
import { ModelsUnavailable } from './start/models-unavailable';
import { PendingChat } from './pending-chat';
import { WebButton } from './web/web-button';
import { useChat, type ChatView } from './state/use-chat';
import { useLinkedMessage } from './use-linked-message';

// Drawers load when first opened, to keep the page itself fast.
const ChatDrawer = lazy(() => import('./list/chat-drawer'));
const SettingsDrawer = lazy(() => import('./settings/settings-drawer'));

/** The chat page: the list of chats on the left, messages in the middle, and settings in a drawer on the right. */
export function ChatPage({ accountId }: { accountId: string }) {
  const view = useChat(accountId);
  const { chat, messages, answering, actions, settings } = view;
  const { models, sendState, wrongTexts, keepWrong, choose } = useSendState(view);
  const { modelId, model, attention, blocked } = sendState;
  const { drawer, used, show } = useDrawers();
  const list = { accountId, chats: view.chats, openId: chat?.id ?? null, actions };
  const { box, content, atBottom, toBottom, leaveBottom } = useStickToBottom(
    messages.length === 0 ? null : (chat?.id ?? null),
  );
  useLinkedMessage({
    content,
    messages,
    open: chat !== null && view.status === 'open',
    reveal: actions.reveal,
    onShow: leaveBottom,
  });
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, answering !== null, actions.stop);

  const send = (text: string, attachments: readonly Attachment[] = []) => {
    if (model === null || sendState.blockedReason(messages, attachments) !== null) return;
    actions.send(text, model.id, attachments);
    toBottom();
  };
  return (
    <div ref={root} className="flex h-full min-h-0">
      <ChatPane {...list} />
      <section aria-label="Chat" className="flex min-w-0 flex-1 flex-col">
        <ChatHead
          title={chat?.title ?? (view.status === 'missing' ? 'Unknown chat' : 'New chat')}
          attention={attention}
          modelId={modelId}
          settings={settings}
          code={<CodeButton view={view} modelId={modelId} attention={attention} />}
          onChats={() => show('chats')}
          onNew={() => actions.open(null)}
          onSettings={() => show('settings')}
        />
        <div className="relative min-h-0 flex-1">
          <div
            ref={box}
            data-testid="messages"
            // Positioned, so that visually hidden text inside scrolls with the messages.
            className="relative h-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges]"
          >
            <div ref={content} className="mx-auto w-full max-w-chat px-4 py-6 md:px-6">
              {view.status === 'loading' ? (
                <PendingChat />
              ) : (
                <>
                  {view.status === 'missing' ? <MissingChat onNew={() => actions.open(null)} /> : null}
                  <ModelsUnavailable models={models} />
                  {messages.length === 0 && view.status === 'open' && models.data?.length !== 0 ? (
                    <FirstVisit {...{ accountId, sendState }} pending={models.isPending} onAsk={send} />
                  ) : null}
                  <Messages
                    messages={messages}
                    versionOf={view.versionOf}
                    models={models.data ?? []}
                    sendState={sendState}
                    busy={answering !== null}
                    actions={actions}
                  />
                </>
              )}
            </div>
          </div>
          {atBottom || messages.length === 0 ? null : <JumpToLatest onJump={toBottom} />}
        </div>
        <footer className="mx-auto w-full max-w-chat px-4 pb-3 md:px-6 md:pb-4">
          <Notes view={view} accountId={accountId} />
          {view.ready ? (
            <Composer
              // A chat that does not exist here is replaced by a new one.
              draftKey={draftKeyOf(accountId, view.status === 'missing' ? null : view.chatId)}
              answering={answering !== null}
              pending={models.isPending || view.status === 'loading'}
              blocked={blocked}
              refuse={(attachments) => (blocked === null ? sendState.blockedReason(messages, attachments) : null)}
              onWrite={fetchMessages}
              onSend={send}
              onStop={actions.stop}
            >
              <WebButton settings={settings} onChange={(next) => actions.configure({ settings: next })} />
              {chat || view.character !== null ? null : <CharacterButton onChoose={actions.openWith} />}
              <ModelPicker
                models={models.data ?? []}
                pending={models.isPending}
                value={model}
                unknownId={modelId}
                onChange={choose}
              />
            </Composer>
          ) : (
            <div aria-hidden className="h-24 rounded-panel border border-line bg-surface" />
          )}
        </footer>
      </section>
      <ChunkBoundary>
        {used.has('chats') ? (
          <ChatDrawer open={drawer === 'chats'} onOpenChange={(open) => show(open ? 'chats' : null)} {...list} />
        ) : null}
        {used.has('settings') ? (
          <SettingsDrawer
            open={drawer === 'settings'}
            onOpenChange={(open) => show(open ? 'settings' : null)}
            settings={settings}
            wrongTexts={wrongTexts}
            onWrong={keepWrong}
            maxTokens={model?.model_spec.maxCompletionTokens ?? null}
            asked={model ? [model] : []}
            models={models.data ?? []}
            onChange={(next: ChatView['settings']) => actions.configure({ settings: next })}
          />
        ) : null}
      </ChunkBoundary>
    </div>
  );
}

type DrawerName = 'chats' | 'settings';

/** Which drawer is open, and which ones have been opened: those stay mounted for their closing animation. */
function useDrawers() {
  const [drawer, setDrawer] = useState<DrawerName | null>(null);
  const [used, setUsed] = useState<ReadonlySet<DrawerName>>(new Set());
  const show = (name: DrawerName | null) => {
    setDrawer(name);
    if (name !== null) setUsed(new Set(used).add(name));
  };
  return { drawer, used, show };
}

/** The notes above the composer: storage problems, and the character of the chat. */
function Notes({ view, accountId }: { view: ChatView; accountId: string }) {
  const { notice, character, chat, actions } = view;
  return (
    <>
      {notice ? (
        <StorageNote
          notice={notice}
          onExport={view.chats.length === 0 ? null : () => void exportChats(accountId, null)}
        />
      ) : null}
      {character === null ? null : <CharacterLine slug={character} onLeave={chat ? null : () => actions.open(null)} />}
    </>
  );
}

function MissingChat({ onNew }: { onNew: () => void }) {
  const action = (
    <Button kind="primary" onClick={onNew}>
      New chat
    </Button>
  );
  return <Missing what="chat" action={action} />;
}
