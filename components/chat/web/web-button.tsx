'use client';

import { Globe } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { Popover } from '@/components/ui/overlay/popover';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { ChatSettings } from '@/lib/client/chat/types';
import { withWeb } from './with-web';

const [WebFields, fetchFields] = lazyWithPreload(() => import('./web-fields'));

/** The composer's control for web search and links; what is on is visible without opening it. */
export function WebButton({
  settings,
  onChange,
}: {
  settings: ChatSettings;
  onChange: (settings: ChatSettings) => void;
}) {
  const { webSearch, readLinks } = settings;
  const states = [
    webSearch === 'on' ? 'search on' : webSearch === 'auto' ? 'search auto' : '',
    readLinks ? 'links read' : '',
  ].filter((state) => state !== '');
  const isOn = states.length > 0;
  return (
    <Popover
      title="Web"
      trigger={
        <Button
          kind="plain"
          size="small"
          data-testid="web-button"
          aria-label={`Web: ${isOn ? states.join(', ') : 'off'}`}
          onPointerDown={() => void fetchFields()}
          className={isOn ? 'px-2 text-signal-ink' : 'px-2 text-muted'}
        >
          <Globe aria-hidden />
          {isOn ? (
            <span className="max-sm:sr-only">
              {webSearch === 'auto' ? 'Auto' : webSearch === 'on' ? 'On' : 'Links'}
            </span>
          ) : null}
        </Button>
      }
    >
      {() => (
        <div className="mt-3">
          <ChunkBoundary fallback={<Skeleton className="h-36 w-full" />}>
            <WebFields settings={settings} onChange={(change) => onChange(withWeb(settings, change))} />
          </ChunkBoundary>
        </div>
      )}
    </Popover>
  );
}
