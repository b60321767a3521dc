'use client';

import { CodeXml } from 'lucide-react';
import { lazy, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Button } from '@/components/ui/button';
import type { ChatView } from '../state/use-chat';

const CodeDialog = lazy(() => import('./code-dialog'));

/** Opens the next request of the chat as code. */
export function CodeButton({
  view: { messages, settings, character },
  modelId,
  attention,
}: {
  view: Pick<ChatView, 'messages' | 'settings' | 'character'>;
  /** The model that is asked next; null while none is known. */
  modelId: string | null;
  /** A setting does not hold as it was typed. */
  attention: boolean;
}) {
  const [open, setOpen] = useState(false);
  // Stays once it was opened, so that it can leave softly.
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
