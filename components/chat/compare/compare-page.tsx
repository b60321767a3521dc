'use client';

import { Plus, SlidersHorizontal } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button, ButtonLink } from '@/components/ui/button';
import type { Attachment } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { nameById, nameOf } from '@/lib/client/models';
import { createSendState, type SendState } from '../sending/send-state';
import { useEscape } from '../sending/use-escape';
import { Missing } from '../column/missing';
import { Composer } from '../composer/composer';
import { refuseImage } from './refuse-image';
import { exportChats } from '../list/export-chats';
import { fetchMessages } from '../message/messages';
import { PendingChat } from '../pending-chat';
import { SETTINGS_BUTTON_ID } from '../settings/button-id';
import { countChanged } from '../settings/settings-fields';
import { useWrongTexts } from '../settings/use-wrong-texts';
import { ModelsUnavailable } from '../start/models-unavailable';
import StorageNote from '../storage-note';
import { useFinishSignal } from '../use-finish-signal';
import { useModels } from '../use-models';
import { AnswersAnnouncer, type ColumnAnswer } from './answers-announcer';
import { CompareColumn } from './compare-column';
import type { SummaryRow } from './compare-summary';
import { summaryOf } from './summary';
import {
  MAX_COLUMNS,
  MIN_COLUMNS,
  useCompare,
  type CompareColumn as CompareColumnView,
  type CompareView,
} from './use-compare';

const CompareSummary = lazy(() => import('./compare-summary'));
const SettingsPanel = lazy(() => import('../settings/settings-panel'));

/**
 * Sends one message to two or three models side by side, each answer with its receipt. Phones show one model at a time.
 */
export function ComparePage({ accountId }: { accountId: string }) {
  const models = useModels();
  const view = useCompare(accountId, models.data);
  const { lead, columns, settings } = view;
  const root = useRef<HTMLDivElement>(null);
  useEscape(root, view.answering, view.stop);
  const [shown, setShown] = useState(0);
  const [panel, setPanel] = useState<boolean | null>(null);
  const [wrongTexts, keepWrong] = useWrongTexts(lead?.id ?? null);
  const inView = Math.min(shown, columns.length - 1);
  // Each column uses the settings of its own chat, which may have changed while it was open as a chat.
  const sendStates = columns.map(({ chat, modelId }) =>
    createSendState(
      { settings: chat?.settings ?? settings, wrongTexts, models: models.data, pending: models.isPending },
      modelId,
    ),
  );
  const asked = sendStates.flatMap(({ model }) => model ?? []);
  const blocked = sendStates.find((sendState) => sendState.blocked !== null)?.blocked ?? null;
  const recipients = columns.map(({ chat, messages, modelId }) => ({
    messages,
    modelId,
    settings: chat?.settings ?? settings,
  }));
  useFinishSignal(view.answering);
  return (
    <div ref={root} className="flex h-full min-h-0">
      <section aria-label="Comparison" className="flex min-w-0 flex-1 flex-col">
        <CompareHead
          view={view}
          mayAdd={models.data !== undefined}
          settingsOpen={panel === true}
          onSettings={() => setPanel(panel !== true)}
        />
        {view.status === 'missing' ? (
          <Missing
            what="comparison"
            action={
              <ButtonLink href="/chat/compare" kind="primary">
                New comparison
              </ButtonLink>
            }
          />
        ) : null}
        <ModelsUnavailable models={models} />
        <ColumnTabs
          view={view}
          names={sendStates.map(({ model, modelId }) => (model ? nameOf(model) : (modelId ?? 'No model')))}
          shown={inView}
          onShow={setShown}
        />
        <div className="flex min-h-0 flex-1 divide-x divide-line">
          {view.status === 'loading' ? (
            <div className="mx-auto w-full max-w-chat p-6">
              <PendingChat />
            </div>
          ) : (
            sendStates.map((sendState, index) => {
              const column = columns[index];
              return column ? (
                <CompareColumn
                  key={column.key}
                  column={column}
                  inView={index === inView}
                  sendState={sendState}
                  models={models.data ?? []}
                  pending={models.isPending}
                  onChoose={(id) => view.choose(index, id)}
                  onRemove={columns.length > MIN_COLUMNS && (index > 0 || !lead) ? () => view.remove(index) : null}
                />
              ) : null;
            })
          )}
        </div>
        <AnswersAnnouncer answers={lastAnswers(columns, models.data ?? [])} />
        <footer className="mx-auto w-full max-w-chat px-4 pt-2 pb-3 md:px-6 md:pb-4">
          <Summary view={view} models={models.data ?? []} />
          {view.notice ? (
            <StorageNote notice={view.notice} onExport={lead ? () => void exportChats(accountId, null) : null} />
          ) : null}
          <Composer
            draftKey={`${accountId}-compare-${view.leadId ?? 'new'}`}
            answering={view.answering}
            pending={models.isPending || view.pending || view.status === 'loading'}
            blocked={blocked}
            refuse={(attachments, text) =>
              blocked === null ? (refuseImage(text, attachments) ?? refusalOf(columns, sendStates, attachments)) : null
            }
            recipients={recipients}
            models={models.data ?? []}
            onWrite={fetchMessages}
            onSend={view.send}
            onStop={view.stop}
          >
            <p className="px-2 text-sm text-muted">Sends to {columns.length} models; each is billed.</p>
          </Composer>
        </footer>
      </section>
      <ChunkBoundary>
        {panel === null ? null : (
          <SettingsPanel
            open={panel}
            chatKey={lead?.id ?? 'new'}
            onOpenChange={setPanel}
            settings={settings}
            wrongTexts={wrongTexts}
            onWrong={keepWrong}
            maxTokens={smallest(asked.map((model) => model.model_spec.maxCompletionTokens))}
            asked={asked}
            models={models.data ?? []}
            onChange={view.configure}
          />
        )}
      </ChunkBoundary>
    </div>
  );
}

/** The comparison's header: its title, and a third model and the settings for all of them. */
function CompareHead({
  view,
  mayAdd,
  settingsOpen,
  onSettings,
}: {
  view: CompareView;
  /** The models are loaded. */
  mayAdd: boolean;
  settingsOpen: boolean;
  onSettings: () => void;
}) {
  const changed = countChanged(view.settings);
  return (
    <header className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:px-4">
      <h1 className="min-w-0 flex-1 truncate px-2 text-base font-semibold" title={view.lead?.title}>
        {view.lead?.title ?? 'Compare models'}
      </h1>
      <ButtonLink href="/chat" kind="plain" size="small">
        Back to chat
      </ButtonLink>
      {view.columns.length < MAX_COLUMNS && mayAdd ? (
        <Button kind="plain" size="small" onClick={view.add}>
          <Plus aria-hidden />
          <span className="max-sm:sr-only">Add a model</span>
        </Button>
      ) : null}
      <Button kind="plain" size="small" id={SETTINGS_BUTTON_ID} aria-expanded={settingsOpen} onClick={onSettings}>
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">Settings</span>
        {changed === 0 ? null : <span className="figure-text text-xs text-signal-ink">{changed}</span>}
      </Button>
    </header>
  );
}

/** The summary of the last round, once two answers have ended. */
function Summary({ view: { columns, vote }, models }: { view: CompareView; models: readonly TextWireModel[] }) {
  const summary = summaryOf(columns.map(({ messages }) => messages));
  if (!summary) return null;
  const rows = columns.flatMap(({ key, chat, modelId }, at): SummaryRow[] => {
    const own = summary[at];
    return chat && own ? [{ key, name: nameById(models, modelId ?? 'No model'), chatId: chat.id, summary: own }] : [];
  });
  return (
    <ChunkBoundary>
      <CompareSummary rows={rows} onVote={vote} />
    </ChunkBoundary>
  );
}

/** On phones: selects which model is shown. */
function ColumnTabs({
  view: { columns },
  names,
  shown,
  onShow,
}: {
  view: CompareView;
  names: string[];
  shown: number;
  onShow: (column: number) => void;
}) {
  return (
    <div role="group" aria-label="Model shown" className="flex shrink-0 gap-1 border-b border-line p-1 md:hidden">
      {columns.map(({ key, answering }, index) => (
        <button
          key={key}
          type="button"
          aria-pressed={index === shown}
          onClick={() => onShow(index)}
          className="min-h-touch min-w-0 flex-1 truncate rounded-control px-2 text-sm text-muted aria-pressed:bg-ink/8 aria-pressed:font-medium aria-pressed:text-ink"
        >
          {names[index]}
          {answering ? ' …' : ''}
        </button>
      ))}
    </div>
  );
}

/** Why one of the models cannot receive these attachments; null if all can. */
function refusalOf(
  columns: readonly CompareColumnView[],
  sendStates: readonly SendState[],
  attachments: readonly Attachment[],
): string | null {
  for (const [index, { messages }] of columns.entries()) {
    const refusal = sendStates[index]?.blockedReason(messages, attachments) ?? null;
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The last answer of each column that has one, with the name of its model. */
function lastAnswers(columns: readonly CompareColumnView[], models: readonly TextWireModel[]): ColumnAnswer[] {
  return columns.flatMap(({ messages }) => {
    const answer = messages.at(-1);
    if (answer?.role !== 'assistant') return [];
    return { name: nameById(models, answer.modelId ?? 'A model'), answer };
  });
}

/** The smallest known limit; null if none is known. */
function smallest(bounds: (number | null | undefined)[]): number | null {
  const known = bounds.filter((bound) => bound !== null && bound !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
