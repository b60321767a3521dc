'use client';

import { lazy, useRef, useState } from 'react';
import { Fetched } from '@/components/ui/fetched/fetched';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/lib/client/chat/types';
import { useAsking } from './asking/use-asking';
import { useEscape } from './asking/use-escape';
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
import { ModelsTrouble } from './start/models-trouble';
import { PendingChat } from './pending-chat';
import { useChat, type ChatView } from './state/use-chat';
import { useWantedMessage } from './use-wanted-message';

// What floats is fetched when it is first opened: the page itself must come fast.
const ChatDrawer = lazy(() => import('./list/chat-drawer'));
const SettingsDrawer = lazy(() => import('./settings/settings-drawer'));

/** The chat: this browser's chats at the left, the column in the middle, settings in a drawer at the right. */
export function ChatPage({ accountId }: { accountId: string }) {
  const view = useChat(accountId);
  const { chat, messages, answering, actions, settings } = view;
  const { models, asking, wrongTexts, keepWrong, choose } = useAsking(view);
  const { modelId, model, attention, blocked } = asking;
  const { drawer, used, show } = useDrawers();
  const list = { accountId, chats: view.chats, openId: chat?.id ?? null, actions };
  const { box, content, atBottom, toBottom, leaveBottom } = useStickToBottom(
    messages.length === 0 ? null : (chat?.id ?? null),
  );
  useWantedMessage({
    content,
    messages,
    open: chat !== null && view.standing === 'open',
    reveal: actions.reveal,
    onShow: leaveBottom,
  });
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, answering !== null, actions.stop);

  const send = (text: string, attachments: readonly Attachment[] = []) => {
    if (model === null || asking.whyNot(messages, attachments) !== null) return;
    actions.send(text, model.id, attachments);
    toBottom();
  };
  return (
    <div ref={root} className="flex h-full min-h-0">
      <ChatPane {...list} />
      <section aria-label="Chat" className="flex min-w-0 flex-1 flex-col">
        <ChatHead
          title={chat?.title ?? (view.standing === 'missing' ? 'Unknown chat' : 'New chat')}
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
            // What is only read out has its place in here, and scrolls with the messages.
            className="relative h-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges]"
          >
            <div ref={content} className="mx-auto w-full max-w-chat px-4 py-6 md:px-6">
              {view.standing === 'loading' ? (
                <PendingChat />
              ) : (
                <>
                  {view.standing === 'missing' ? <MissingChat onNew={() => actions.open(null)} /> : null}
                  <ModelsTrouble models={models} />
                  {messages.length === 0 && view.standing === 'open' && models.data?.length !== 0 ? (
                    <FirstVisit asking={asking} pending={models.isPending} onAsk={send} />
                  ) : null}
                  <Messages
                    messages={messages}
                    versionOf={view.versionOf}
                    models={models.data ?? []}
                    asking={asking}
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
              // A chat that is not here is begun as a new one.
              draftKey={`${accountId}-${view.standing === 'missing' ? 'new' : (view.chatId ?? 'new')}`}
              answering={answering !== null}
              pending={models.isPending || view.standing === 'loading'}
              blocked={blocked}
              refuse={(attachments) => (blocked === null ? asking.whyNot(messages, attachments) : null)}
              onWrite={fetchMessages}
              onSend={send}
              onStop={actions.stop}
            >
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
      <Fetched>
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
      </Fetched>
    </div>
  );
}

type DrawerName = 'chats' | 'settings';

/** Which drawer is open, and which were: those stay, so that they can leave softly. */
function useDrawers() {
  const [drawer, setDrawer] = useState<DrawerName | null>(null);
  const [used, setUsed] = useState<ReadonlySet<DrawerName>>(new Set());
  const show = (name: DrawerName | null) => {
    setDrawer(name);
    if (name !== null) setUsed(new Set(used).add(name));
  };
  return { drawer, used, show };
}

/** What stands above the composer: why nothing is stored, and who answers. */
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
