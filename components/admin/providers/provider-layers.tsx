'use client';

import { useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { useIdlePrefetch } from '@/components/ui/lazy/use-idle-prefetch';
import { ProvidersPanel } from './providers-panel';
import { useProviders } from './use-providers';

// Preloaded soon after the tab.
const [ConnectDialog, fetchConnect] = lazyWithPreload(() => import('./connection/connect-dialog'));
const [ProviderDrawer, fetchProvider] = lazyWithPreload(() => import('./provider-drawer'));
const [ModelDrawer, fetchModel] = lazyWithPreload(() => import('./models/model-drawer'));

function fetchAll(): void {
  void fetchConnect();
  void fetchProvider();
  void fetchModel();
}

type Opened = { provider: string | null; model: string | null };

/** The tab Providers, with what opens above it. @param opened which provider or model is open, as in the URL */
export default function ProviderLayers({
  opened,
  onOpen,
}: {
  opened: Opened;
  onOpen: (opened: Partial<Opened>) => void;
}) {
  useIdlePrefetch(fetchAll);
  const [connecting, setConnecting] = useState(false);
  const { data: view } = useProviders();
  // Keeps the content in a drawer while it closes.
  const [shown, setShown] = useState(opened);
  const next = { provider: opened.provider ?? shown.provider, model: opened.model ?? shown.model };
  if (next.provider !== shown.provider || next.model !== shown.model) setShown(next);
  const close = () => onOpen({ provider: null, model: null });
  const stopConnecting = () => setConnecting(false);
  return (
    <>
      <ProvidersPanel
        onConnect={() => setConnecting(true)}
        onOpenProvider={(provider) => onOpen({ provider, model: null })}
        onOpenModel={(model) => onOpen({ provider: null, model })}
      />
      <ChunkBoundary resetKey={connecting} onLoadError={stopConnecting}>
        {connecting && view ? (
          <ConnectDialog
            markup={view.markup}
            taken={view.providers.map(({ id }) => id)}
            onClose={stopConnecting}
            onConnected={(provider) => {
              stopConnecting();
              onOpen({ provider, model: null });
            }}
          />
        ) : null}
      </ChunkBoundary>
      <ChunkBoundary resetKey={opened.provider} onLoadError={close}>
        {shown.provider === null ? null : (
          <ProviderDrawer
            key={shown.provider}
            id={shown.provider}
            view={view}
            open={opened.provider !== null && opened.model === null}
            onClose={close}
            onOpenModel={(model) => onOpen({ provider: opened.provider, model })}
          />
        )}
      </ChunkBoundary>
      <ChunkBoundary resetKey={opened.model} onLoadError={close}>
        {shown.model === null ? null : (
          <ModelDrawer
            key={shown.model}
            modelKey={shown.model}
            view={view}
            open={opened.model !== null}
            // Back to the provider that it was opened from.
            onClose={() => onOpen({ provider: opened.provider, model: null })}
          />
        )}
      </ChunkBoundary>
    </>
  );
}
