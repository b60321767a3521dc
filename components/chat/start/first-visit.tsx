'use client';

import { lazy, useRef } from 'react';
import { useOrigin } from '@/components/frame/use-origin';
import { ButtonLink } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { CodeBlock } from '@/components/ui/show/code-block';
import { Skeleton } from '@/components/ui/show/skeleton';
import { ticks } from '@/lib/client/now';
import { shownServiceId } from '@/lib/client/service-id';
import { toWireNames } from '@/lib/core/service-name';
import { FIRST_QUESTION } from '../character/character-starters';
import type { SendState } from '../sending/send-state';
import { Refusal } from '../sending/refusal';
import { useAttempt } from '../sending/use-attempt';
import { useDeferredAction } from '../use-deferred-action';
import { curlOf } from './curl';
import { StarterList } from './starter-list';
import { SMALL_MODEL, startersFor } from './starters';

const ChatReminder = lazy(() => import('@/components/start/steps/chat-reminder'));
const LocalModelNote = lazy(() => import('./local-model-note'));
const CharacterStart = lazy(() => import('../character/character-start'));

/** Two clicks within this time count as one. */
const ONE_AT_A_TIME_MS = 2_000;

/**
 * Shown before the first message: four example questions, and the same request for a terminal; with a character, who it
 * is, and questions that suit it.
 * @param sendState without a known model there is no sample, since one with an invented model would not run
 * @param pending the models are still loading: a chosen question waits for them
 */
export function FirstVisit({
  accountId,
  sendState: { modelId, blocked, character },
  pending,
  onAsk,
}: {
  accountId: string;
  sendState: SendState;
  pending: boolean;
  onAsk: (prompt: string) => void;
}) {
  const [refusal, attempt] = useAttempt(blocked);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const [waiting, ask] = useDeferredAction(pending, (prompt: string) =>
    attempt(() => {
      // Until the new chat is shown.
      if (ticks() - askedAt.current < ONE_AT_A_TIME_MS) return;
      askedAt.current = ticks();
      onAsk(prompt);
    }),
  );
  return (
    <div className="flex flex-col gap-8" data-testid="first-visit">
      {character === null ? (
        <>
          <div>
            <h2 className="text-xl font-semibold">What can I help with?</h2>
            <p className="mt-1 text-muted">Every answer comes with a receipt: tokens in, tokens out, and the cost.</p>
            <SmallModelNote modelId={modelId} />
          </div>
          <StarterList starters={startersFor(modelId)} waiting={waiting} onAsk={ask} />
        </>
      ) : (
        <ChunkBoundary fallback={<Skeleton className="h-72 w-full rounded-panel" />}>
          <CharacterStart slug={character} waiting={waiting} onAsk={ask} />
          <SmallModelNote modelId={modelId} />
        </ChunkBoundary>
      )}
      <Refusal message={refusal} className="-mt-5" />
      {modelId === null && !pending ? null : <SameRequest modelId={modelId} character={character} />}
      <ChunkBoundary>
        <ChatReminder accountId={accountId} />
      </ChunkBoundary>
    </div>
  );
}

function SmallModelNote({ modelId }: { modelId: string | null }) {
  if (modelId !== SMALL_MODEL) return null;
  return (
    <ChunkBoundary>
      <LocalModelNote modelId={modelId} />
    </ChunkBoundary>
  );
}

function SameRequest({ modelId, character }: { modelId: string | null; character: string | null }) {
  const origin = useOrigin('');
  return (
    <section aria-labelledby="same-request" aria-busy={modelId === null || undefined}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="same-request" className="text-sm font-medium">
          Your first request, from a terminal
        </h3>
        <ButtonLink href="/keys" kind="plain" size="small" className="-mr-3">
          Create a key
        </ButtonLink>
      </div>
      {modelId === null ? (
        <>
          <span className="sr-only">Loading models</span>
          <Skeleton className="h-52 w-full rounded-panel" />
        </>
      ) : (
        <CodeBlock
          code={curlOf(origin, firstBody(modelId, character))}
          label="curl request"
          className="overflow-hidden rounded-panel border border-line"
        />
      )}
    </section>
  );
}

/** The first example as a request; with a character, by its slug. */
function firstBody(model: string, character: string | null): Record<string, unknown> {
  const content = character === null ? (startersFor(model)[0]?.prompt ?? '') : FIRST_QUESTION;
  const body = { model, messages: [{ role: 'user', content }], stream: true };
  if (character === null) return body;
  return toWireNames({ ...body, svc_parameters: { character_slug: character } }, shownServiceId());
}
