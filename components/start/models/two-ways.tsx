'use client';

import { useId, type ReactNode } from 'react';
import { LocalModelList } from '@/components/admin/models/local-models';
import { useEngineState } from '@/components/models/use-engine';
import { Button, ButtonLink } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { EngineView } from '@/lib/admin/contract';
import type { ProvidersView } from '@/lib/connected/contract';

/** Nothing is connected yet: a provider, or the local model. */
export function TwoWays({ editing, onConnect }: { editing: ProvidersView['editing']; onConnect: () => void }) {
  const engine = useEngineState();
  return (
    <section aria-label="What answers" className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Way
        title="Connect a provider"
        sentence="OpenAI, Anthropic, Google, Amazon Bedrock, OpenRouter, or a server of your own such as Ollama or vLLM. You need its address and a key, if it wants one. A test call shows that it answers."
      >
        {editing.possible ? (
          <div className="mt-auto">
            <Button kind="primary" onClick={onConnect}>
              Connect a provider
            </Button>
          </div>
        ) : (
          <p className="text-sm wrap-anywhere text-warn">{editing.reason}</p>
        )}
      </Way>
      <Way
        title="Use the local model"
        sentence="It runs inside this server, so that nothing leaves the machine. It is small, and often wrong about facts. You can connect a provider later."
      >
        {engine.isPending ? <Skeleton className="h-row w-full" /> : <LocalWay engine={engine.data ?? null} />}
      </Way>
    </section>
  );
}

function LocalWay({ engine }: { engine: EngineView | null }) {
  if (engine === null) return <p className="text-sm text-muted">Its state could not be loaded.</p>;
  const { models, weights, declined } = engine;
  const isReady = models.some(({ state }) => state === 'ready');
  return (
    <>
      {models.length > 0 ? <LocalModelList models={models} /> : null}
      {weights.length > 0 ? <p className="text-sm wrap-anywhere text-warn">{engine.message}</p> : null}
      {models.length === 0 && weights.length === 0 ? (
        <p className="text-sm text-muted">
          None is set up: <span className="font-mono text-xs">EMBEDDED_MODELS</span> turns the local models off.
        </p>
      ) : null}
      {declined === null ? null : <p className="text-sm text-muted">{declined}</p>}
      {isReady ? (
        <div className="mt-auto">
          <ButtonLink href="/chat">Use the local model</ButtonLink>
        </div>
      ) : null}
    </>
  );
}

function Way({ title, sentence, children }: { title: string; sentence: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex h-full flex-col gap-4 rounded-panel border border-line bg-surface p-4 md:p-6"
    >
      <div>
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-muted">{sentence}</p>
      </div>
      {children}
    </section>
  );
}
