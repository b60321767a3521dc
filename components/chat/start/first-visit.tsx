'use client';

import { lazy, useRef } from 'react';
import { useOrigin } from '@/components/frame/use-origin';
import { ButtonLink } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { CodeBlock } from '@/components/ui/show/code-block';
import { Skeleton } from '@/components/ui/show/skeleton';
import { ticks } from '@/lib/client/now';
import type { SendState } from '../sending/send-state';
import { Refusal } from '../sending/refusal';
import { useAttempt } from '../sending/use-attempt';
import { useDeferredAction } from '../use-deferred-action';
import { curlOf } from './curl';
import { SMALL_MODEL, startersFor } from './starters';

const ChatReminder = lazy(() => import('@/components/start/steps/chat-reminder'));
const LocalModelNote = lazy(() => import('./local-model-note'));

/** Two clicks within this time count as one. */
const ONE_AT_A_TIME_MS = 2_000;

/**
 * Shown before the first chat: four example questions, and the same request for a terminal.
 * @param sendState without a known model there is no sample, since one with an invented model would not run
 * @param pending the models are still loading: a chosen question waits for them
 */
export function FirstVisit({
  accountId,
  sendState: { modelId, blocked },
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
      <div>
        <h2 className="text-xl font-semibold">What can I help with?</h2>
        <p className="mt-1 text-muted">Every answer comes with a receipt: tokens in, tokens out, and the cost.</p>
        {modelId === SMALL_MODEL ? (
          <ChunkBoundary>
            <LocalModelNote modelId={modelId} />
          </ChunkBoundary>
        ) : null}
      </div>
      <ul className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-2">
        {startersFor(modelId).map((starter) => (
          <li key={starter.title} className="flex bg-surface">
            <button
              type="button"
              aria-busy={waiting || undefined}
              onClick={() => ask(starter.prompt)}
              className="flex-1 p-4 text-left -outline-offset-2 transition-[background-color] hover:bg-sunken"
            >
              <span className="block font-medium">{starter.title}</span>
              <span className="mt-1 block text-muted">{starter.prompt}</span>
            </button>
          </li>
        ))}
      </ul>
      <Refusal message={refusal} className="-mt-5" />
      {modelId === null && !pending ? null : <SameRequest modelId={modelId} />}
      <ChunkBoundary>
        <ChatReminder accountId={accountId} />
      </ChunkBoundary>
    </div>
  );
}

function SameRequest({ modelId }: { modelId: string | null }) {
  const origin = useOrigin('');
  const messages = [{ role: 'user', content: startersFor(modelId)[0]?.prompt ?? '' }];
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
          code={curlOf(origin, { model: modelId, messages, stream: true })}
          label="curl request"
          className="overflow-hidden rounded-panel border border-line"
        />
      )}
    </section>
  );
}
