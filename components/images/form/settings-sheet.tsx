'use client';

import { RotateCcw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { GenerateLabel } from './generate-label';
import { SettingsFields } from './settings-fields';

/**
 * The settings on phones. Generating closes them, so that the result is in view.
 * @param reason why nothing could be requested; null unless somebody tried
 */
export default function SettingsSheet({
  open,
  onOpenChange,
  fields,
  reason,
  onReset,
  onGenerate,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fields: ComponentProps<typeof SettingsFields>;
  reason: string | null;
  onReset: () => void;
  onGenerate: () => void;
}) {
  return (
    <Drawer
      side="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title="Image settings"
      footer={
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          {reason === null ? null : (
            <p role="alert" className="text-sm text-stop">
              {reason}
            </p>
          )}
          <Button kind="primary" onClick={(event) => (event.detail > 1 ? undefined : onGenerate())}>
            <GenerateLabel settings={fields.settings} model={fields.model} />
          </Button>
        </div>
      }
    >
      <SettingsFields {...fields} />
      <Button kind="plain" size="small" onClick={onReset} className="mt-4">
        <RotateCcw aria-hidden />
        Reset settings
      </Button>
    </Drawer>
  );
}
