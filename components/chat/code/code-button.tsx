'use client';

import { CodeXml } from 'lucide-react';
import { lazy, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button } from '@/components/ui/button';
import type { ChatView } from '../state/use-chat';

const CodeDialog = lazy(() => import('./code-dialog'));

/** Shows the next request of the chat as code. */
export function CodeButton({
  view: { messages, settings, character },
  modelId,
  attention,
}: {
  view: Pick<ChatView, 'messages' | 'settings' | 'character'>;
  /** The model of the next request; null if there is none. */
  modelId: string | null;
  /** A setting is invalid. */
  attention: boolean;
}) {
  const [open, setOpen] = useState(false);
  // Stays mounted once opened, for its closing animation.
  const [used, setUsed] = useState(false);
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <Button kind="plain" size="small" onClick={show} aria-label="View code">
        <CodeXml aria-hidden />
        <span className="hidden sm:inline">Code</span>
      </Button>
      <ChunkBoundary>
        {used ? (
          <CodeDialog
            open={open}
            onOpenChange={setOpen}
            chat={{ messages, settings, character, modelId }}
            attention={attention}
          />
        ) : null}
      </ChunkBoundary>
    </>
  );
}
