'use client';

import { lazy, useMemo, useRef } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button } from '@/components/ui/button';
import { draftKeyOf } from '@/lib/client/chat/drafts';
import type { Attachment } from '@/lib/client/chat/types';
import type { SendState } from './sending/send-state';
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
import { exportChats } from './list/export-chats';
import { fetchMessages, Messages } from './message/messages';
import { useStickToBottom } from './use-stick-to-bottom';
import { FirstVisit } from './start/first-visit';
import { ModelsUnavailable } from './start/models-unavailable';
import { PreviewContext } from './preview/preview-context';
import { PendingChat } from './pending-chat';
import { WebButton } from './web/web-button';
import { useChat, type ChatView } from './state/use-chat';
import { usePanels, type OpenPanels } from './use-panels';
import { useLinkedMessage } from './use-linked-message';

// What is not seen at first loads later, to keep the page itself fast.
const Panels = lazy(() => import('./panels'));
const StorageNote = lazy(() => import('./storage-note'));
const ChatMenu = lazy(() => import('./chat-menu'));

/** The chat page: the list of chats on the left, messages in the middle, and panels on the right. */
export function ChatPage({ accountId }: { accountId: string }) {
  const view = useChat(accountId);
  const { chat, messages, answering, actions, settings } = view;
  const { models, sendState, wrongTexts, keepWrong, choose } = useSendState(view);
  const { modelId, model, attention, blocked } = sendState;
  const panels = usePanels(view.chatId);
  const { panel, show } = panels;
  const isPreviewed = panels.preview.shown !== null;
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
  const recipients = useMemo(() => [{ messages, settings, modelId }], [messages, settings, modelId]);
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, answering !== null, actions.stop);

  const send = (text: string, attachments: readonly Attachment[] = []) => {
    if (model === null || sendState.blockedReason(messages, attachments) !== null) return;
    actions.send(text, model.id, attachments);
    toBottom();
  };
  return (
    <div ref={root} className="flex h-full min-h-0 print:block">
      <ChatPane {...list} hidden={isPreviewed} />
      <section aria-label="Chat" className="flex min-w-0 flex-1 flex-col print:block">
        <ChatHead
          title={chat?.title ?? (view.status === 'missing' ? 'Unknown chat' : 'New chat')}
          attention={attention}
          modelId={modelId}
          settings={settings}
          code={<CodeButton view={view} modelId={modelId} attention={attention} />}
          menu={
            <ChunkBoundary fallback={<span className="size-8" />}>
              {chat ? (
                <ChatMenu
                  key={chat.id}
                  accountId={accountId}
                  chat={chat}
                  messages={messages}
                  models={models.data ?? []}
                  actions={actions}
                />
              ) : null}
            </ChunkBoundary>
          }
          listHidden={isPreviewed}
          onChats={() => show('chats')}
          onNew={() => actions.open(null)}
          settingsOpen={panel === 'settings'}
          onSettings={() => show(panel === 'settings' ? null : 'settings')}
        />
        <div className="relative min-h-0 flex-1">
          <div
            ref={box}
            data-testid="messages"
            // Positioned, so that visually hidden text inside scrolls with the messages.
            className="relative h-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges] print:h-auto print:overflow-visible"
          >
            <div ref={content} className="mx-auto w-full max-w-chat px-4 py-6 md:px-6">
              <Content {...{ accountId, view, models, sendState }} preview={panels.preview} onAsk={send} />
            </div>
          </div>
          {atBottom || messages.length === 0 ? null : <JumpToLatest onJump={toBottom} />}
        </div>
        <footer className="mx-auto w-full max-w-chat px-4 pb-3 md:px-6 md:pb-4 print:hidden">
          <Notes view={view} accountId={accountId} />
          {view.ready ? (
            <Composer
              // A chat that does not exist here is replaced by a new one.
              draftKey={draftKeyOf(accountId, view.status === 'missing' ? null : view.chatId)}
              answering={answering !== null}
              pending={models.isPending || view.pending || view.status === 'loading'}
              blocked={blocked}
              refuse={(attachments) => (blocked === null ? sendState.blockedReason(messages, attachments) : null)}
              recipients={recipients}
              models={models.data ?? []}
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
        <Panels
          view={view}
          models={models.data ?? []}
          sendState={sendState}
          wrongTexts={wrongTexts}
          onWrong={keepWrong}
          panels={panels}
          list={list}
        />
      </ChunkBoundary>
    </div>
  );
}

/** The messages, or what is shown before there are any. */
function Content({
  accountId,
  view: { status, pending, messages, versionOf, answering, actions },
  models,
  sendState,
  preview,
  onAsk,
}: {
  accountId: string;
  view: ChatView;
  models: ReturnType<typeof useSendState>['models'];
  sendState: SendState;
  preview: OpenPanels['preview'];
  onAsk: (text: string) => void;
}) {
  if (status === 'loading') return <PendingChat />;
  return (
    <>
      {status === 'missing' ? <MissingChat onNew={() => actions.open(null)} /> : null}
      <ModelsUnavailable models={models} />
      {messages.length === 0 && status === 'open' && models.data?.length !== 0 ? (
        <FirstVisit {...{ accountId, sendState }} pending={models.isPending || pending} onAsk={onAsk} />
      ) : null}
      <PreviewContext value={preview}>
        <Messages
          messages={messages}
          versionOf={versionOf}
          models={models.data ?? []}
          sendState={sendState}
          busy={answering !== null}
          actions={actions}
        />
      </PreviewContext>
    </>
  );
}

/** The notes above the composer: storage problems, and the character of the chat. */
function Notes({ view, accountId }: { view: ChatView; accountId: string }) {
  const { notice, character, chat, actions } = view;
  return (
    <>
      <ChunkBoundary>
        {notice ? (
          <StorageNote
            notice={notice}
            onExport={view.chats.length === 0 ? null : () => void exportChats(accountId, null)}
          />
        ) : null}
      </ChunkBoundary>
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
