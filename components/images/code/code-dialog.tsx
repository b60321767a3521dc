'use client';

import { useOrigin } from '@/components/frame/use-origin';
import { SampleTabs } from '@/components/snippets/sample-tabs';
import { ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { EmptyState } from '@/components/ui/show/empty-state';
import { generateBody } from '@/lib/client/images/request/generate-body';
import type { DrawModel } from '@/lib/client/images/studio-models';
import type { ImageSettings } from '@/lib/client/images/types';
import { shownServiceId } from '@/lib/client/service-id';
import { KEY_VARIABLE } from '@/lib/core/samples/request';
import { STARTERS } from '../start/starters';
import { imageCode } from './image-code';

/** The next request as curl, TypeScript, and Python. */
export default function CodeDialog({
  open,
  onOpenChange,
  settings,
  model,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: ImageSettings;
  /** Without a model there is no request. */
  model: DrawModel | null;
}) {
  const origin = useOrigin('');
  const isEmpty = settings.prompt.trim() === '';
  const asked = isEmpty ? { ...settings, prompt: STARTERS[0] ?? '' } : settings;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="View code"
      description="The next request, with these settings."
      className="sm:max-w-console"
    >
      {model && open ? (
        <>
          <SampleTabs
            samples={imageCode(generateBody(asked, model), origin, shownServiceId())}
            label="Code"
            origin={origin}
          />
          {isEmpty ? <p className="mt-3 text-sm text-muted">No prompt yet: this one is an example.</p> : null}
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-sm text-muted">
              The key is read from the environment variable <code className="font-mono">{KEY_VARIABLE}</code>. The
              answer contains the images in base64.
            </p>
            <ButtonLink href="/keys" size="small">
              Create a key
            </ButtonLink>
          </div>
        </>
      ) : (
        <EmptyState title="No model is selected" sentence="Choose a model, then open the code again." />
      )}
    </Dialog>
  );
}
