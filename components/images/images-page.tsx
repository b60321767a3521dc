'use client';

import { lazy, useCallback, useMemo, useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { useOverlayPreload } from '@/components/ui/overlay/use-overlay-preload';
import { Skeleton } from '@/components/ui/show/skeleton';
import { showToast } from '@/components/ui/toast/toast';
import { blockedReason } from '@/lib/client/images/request/blocked-reason';
import { MAX_SETTINGS_FILE_MB } from '@/lib/client/images/settings/bounds';
import { DEFAULT_IMAGE_SETTINGS } from '@/lib/client/images/settings/default-settings';
import { modelOfSettings } from '@/lib/client/images/studio-models';
import type { ImageSettings, StudioImage } from '@/lib/client/images/types';
import { linkNotice } from './form/link-notice';
import { PROMPT_ID, PromptForm } from './form/prompt-form';
import { History } from './grid/history';
import { jobModel, type ImageTools } from './image-tools';
import { Notice } from './notice';
import { JobList } from './queue/job-list';
import { FirstImages } from './start/first-images';
import { imageActions } from './state/image-actions';
import { useImageSettings } from './state/use-image-settings';
import { useOpenImage } from './state/use-open-image';
import { useStudio } from './state/use-studio';
import { useStudioModels } from './state/use-studio-models';
import { StudioTools } from './studio-tools';
import { useFileDrop } from './use-file-drop';

// Loaded when first opened, to keep the page itself fast.
const Lightbox = lazy(() => import('./view/lightbox'));
const CompareDialog = lazy(() => import('./view/compare-dialog'));
const Editor = lazy(() => import('./edit/editor'));

const FOCUS_BACK_MS = 200;
const NO_MODELS = { draw: [], edit: [], upscale: [] };

/** The image studio: the form, the queue, and the images of this browser. */
export function ImagesPage({ accountId }: { accountId: string }) {
  useOverlayPreload();
  const area = useRef<HTMLTextAreaElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const { settings, change, replaced, forgetReplaced } = useImageSettings(accountId);
  const [done, setDone] = useState('');
  const { store, state } = useStudio(accountId, (images) =>
    setDone(images.length === 1 ? 'Image finished' : `${images.length} images finished`),
  );
  const models = useStudioModels();
  const [editing, setEditing] = useState<StudioImage | null>(null);
  const [compared, setCompared] = useState<[string, string] | null>(null);
  const opened = useOpenImage(state.images);
  const served = models.data ?? NO_MODELS;
  const model = modelOfSettings(served.draw, settings.model);
  const blocked = blockedReason(settings, model, {
    pending: models.isPending || store === null,
    served: served.draw.length,
  });
  const use = useCallback(
    (some: Partial<ImageSettings>) => {
      change(some);
      focusPrompt();
    },
    [change],
  );
  const over = useFileDrop(use);
  // Stable, so that typing does not render all images again.
  const tools = useMemo<ImageTools | null>(
    () => store && { ...imageActions(store, use), models: served, edit: setEditing },
    [store, use, served],
  );
  const reset = () => change({ ...DEFAULT_IMAGE_SETTINGS, prompt: settings.prompt });
  const generate = () => {
    if (!tools || !model) return;
    tools.request({ work: { type: 'generate' }, settings, model: jobModel(model) });
    canvas.current?.scrollTo({ top: 0 });
  };
  const { shown } = opened;
  const pair = compared?.map((id) => state.images.find((image) => image.id === id)) ?? [];
  return (
    <div className="relative flex h-full min-h-0 flex-col lg:flex-row">
      <PromptForm
        area={area}
        settings={settings}
        models={served.draw}
        model={model}
        blocked={blocked}
        tools={<StudioTools settings={settings} model={model} onReset={reset} onUse={use} />}
        onChange={change}
        onReset={reset}
        onGenerate={generate}
      />
      <div ref={canvas} data-testid="canvas" className="relative min-h-0 min-w-0 flex-1 overflow-y-auto p-4 lg:p-6">
        <h1 className="mb-3 text-xl font-semibold lg:hidden">Images</h1>
        <p role="status" className="sr-only">
          {done}
        </p>
        {models.isError ? (
          <FailureNotice
            what="The models could not be loaded."
            failure={models.error}
            onRetry={() => void models.refetch()}
            className="mb-4"
          />
        ) : null}
        <Notice text={state.notice} />
        <Notice text={linkNotice(replaced)} onDismiss={forgetReplaced} />
        {tools && store && state.ready ? (
          <>
            <JobList
              jobs={state.jobs}
              pause={state.pause}
              onCancel={tools.cancel}
              onRetry={tools.retry}
              onResume={tools.resume}
            />
            {state.images.length > 0 ? (
              <History store={store} images={state.images} tools={tools} onOpen={opened.open} onCompare={setCompared} />
            ) : state.jobs.length === 0 ? (
              <FirstImages onChoose={(prompt) => use({ prompt })} />
            ) : null}
          </>
        ) : (
          <PendingHistory />
        )}
      </div>
      {over ? (
        <div className="pointer-events-none absolute inset-2 z-30 flex flex-col items-center justify-center gap-1 rounded-panel border-2 border-dashed border-signal bg-paper/90">
          <p className="text-lg font-medium">Drop an image to use its settings</p>
          <p className="text-sm text-muted">PNG, JPEG, or WebP, up to {MAX_SETTINGS_FILE_MB} MB</p>
        </div>
      ) : null}
      <ChunkBoundary>
        {store && tools && shown ? (
          <Lightbox
            store={store}
            image={shown}
            position={opened.position}
            tools={leaving(tools, opened.close)}
            onStep={opened.step}
            onClose={opened.close}
          />
        ) : null}
        {store && tools && editing ? (
          <Editor key={editing.id} store={store} image={editing} tools={tools} onClose={() => setEditing(null)} />
        ) : null}
        {store && pair[0] && pair[1] ? (
          <CompareDialog store={store} images={[pair[0], pair[1]]} onClose={() => setCompared(null)} />
        ) : null}
      </ChunkBoundary>
    </div>
  );
}

/** The same tools for the lightbox: they close it where they lead elsewhere, and say what happens behind it. */
function leaving(tools: ImageTools, close: () => void): ImageTools {
  const sayQueued = (isQueued: boolean): boolean => {
    if (isQueued) showToast('success', 'Added to the queue');
    return isQueued;
  };
  return {
    ...tools,
    request: (job) => sayQueued(tools.request(job)),
    process: (image, work, model) => sayQueued(tools.process(image, work, model)),
    remove: (ids) => {
      close();
      tools.remove(ids);
    },
    use: (settings) => {
      close();
      tools.use(settings);
    },
    edit: (image) => {
      close();
      tools.edit(image);
    },
  };
}

/** Focuses the prompt once a menu or the lightbox has given the focus back. */
function focusPrompt(): void {
  setTimeout(() => document.getElementById(PROMPT_ID)?.focus(), FOCUS_BACK_MS);
}

function PendingHistory() {
  return (
    <div aria-busy className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading images</span>
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} className="aspect-square w-full" />
      ))}
    </div>
  );
}
