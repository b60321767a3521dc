'use client';

import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { GenerateLabel } from './generate-label';
import { SettingsFields } from './settings-fields';

/** The settings on phones. Generating closes them, so that the result is in view. */
export default function SettingsSheet({
  open,
  onOpenChange,
  fields,
  onGenerate,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fields: ComponentProps<typeof SettingsFields>;
  onGenerate: () => void;
}) {
  return (
    <Drawer
      side="bottom"
      open={open}
      onOpenChange={onOpenChange}
      title="Image settings"
      footer={
        <Button kind="primary" className="flex-1" onClick={onGenerate}>
          <GenerateLabel settings={fields.settings} model={fields.model} />
        </Button>
      }
    >
      <SettingsFields {...fields} />
    </Drawer>
  );
}
