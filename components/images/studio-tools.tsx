'use client';

import { CodeXml, ImageUp, Link2, RotateCcw } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { writeClipboard } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/toast/toast';
import { settingsLink } from '@/lib/client/images/settings/settings-link';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageSettings } from '@/lib/client/images/types';
import { takeFile } from './use-file-drop';

const CodeDialog = lazy(() => import('./code/code-dialog'));

/** Small actions on the settings as a whole: from a file, link, code, and reset. */
export function StudioTools({
  settings,
  model,
  onReset,
  onUse,
}: {
  settings: ImageSettings;
  model: DrawModel | null;
  onReset: () => void;
  /** Takes over the settings of a file, which can also be dropped on the page. */
  onUse: (settings: Partial<ImageSettings>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  // Null until it is first opened.
  const [code, setCode] = useState<boolean | null>(null);
  const copyLink = async () => {
    const link = `${window.location.origin}/images${settingsLink(settings)}`;
    const done = await writeClipboard(link);
    showToast(done ? 'success' : 'error', done ? 'Link to these settings copied' : 'The link could not be copied');
  };
  return (
    <>
      <IconButton
        size="small"
        label="Use settings from an image file"
        icon={<ImageUp />}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-hidden
        tabIndex={-1}
        data-testid="settings-file"
        onChange={({ target }) => {
          void takeFile(target.files?.[0], onUse);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <IconButton size="small" label="Copy link to settings" icon={<Link2 />} onClick={() => void copyLink()} />
      <IconButton size="small" label="View code" icon={<CodeXml />} onClick={() => setCode(true)} />
      <IconButton
        size="small"
        label="Reset settings"
        icon={<RotateCcw />}
        className="max-lg:hidden"
        onClick={onReset}
      />
      {code === null ? null : (
        <ChunkBoundary>
          <CodeDialog open={code} onOpenChange={setCode} settings={settings} model={model} />
        </ChunkBoundary>
      )}
    </>
  );
}
