'use client';

import { Undo2 } from 'lucide-react';
import { useRef, useState, type ComponentProps } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { useMediaQuery } from '@/components/ui/use-media-query';
import type { ChatSettings } from '@/lib/client/chat/types';
import { SidePanel } from '../side/side-panel';
import { WIDE } from '../side/wide';
import { SETTINGS_BUTTON_ID } from './button-id';
import { PresetsBar } from './presets-bar';
import type { SettingsText } from './settings-fields';
import { SettingsForm } from './settings-form';
import { changedField, useUndo } from './use-undo';

type FormProps = ComponentProps<typeof SettingsForm>;

/**
 * The system prompt, sampling, structured output, and tools of one chat: beside the chat where there is space for it,
 * otherwise in a drawer. Every change can be undone.
 */
export default function SettingsPanel({
  open,
  onOpenChange,
  chatKey,
  ...form
}: FormProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Identifies the chat: another one starts with a new form. */
  chatKey: string;
}) {
  const isWide = useMediaQuery(WIDE, true);
  const title = 'Chat settings';
  if (isWide) {
    return open ? (
      <SidePanel title={title} openerId={SETTINGS_BUTTON_ID} className="w-90" onClose={() => onOpenChange(false)}>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">
          <Contents key={chatKey} {...form} />
        </div>
      </SidePanel>
    ) : null;
  }
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={title} className="max-sm:max-w-full">
      {/* The form is reset each time it opens. */}
      {open ? <Contents key={chatKey} {...form} /> : null}
    </Drawer>
  );
}

/** What can be undone: the settings, and the invalid values typed into them. */
type Contained = { settings: ChatSettings; wrongTexts: Partial<SettingsText> };

function Contents({ settings, wrongTexts, onChange, onWrong, ...form }: FormProps) {
  const undo = useUndo<Contained>();
  // The invalid values after the change that `onChange` reports next.
  const wrongNext = useRef<Partial<SettingsText> | null>(null);
  // A new generation shows the settings as they are, instead of what was typed.
  const [generation, setGeneration] = useState(0);
  const put = (next: Contained) => {
    onWrong(next.wrongTexts);
    onChange(next.settings);
    setGeneration(generation + 1);
  };
  const before = undo.last;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-2">
        <PresetsBar
          settings={settings}
          onApply={(next) => {
            undo.note({ settings, wrongTexts }, null);
            put({ settings: next, wrongTexts: {} });
          }}
        />
        <IconButton
          size="small"
          label="Undo change"
          icon={<Undo2 />}
          aria-disabled={before === null}
          className="ml-auto aria-disabled:opacity-40"
          onClick={() => {
            if (!before) return;
            undo.drop();
            put(before);
          }}
        />
      </div>
      <SettingsForm
        key={generation}
        {...form}
        settings={settings}
        wrongTexts={wrongTexts}
        onWrong={(next) => {
          wrongNext.current = next;
          onWrong(next);
        }}
        onChange={(next) => {
          const before = { settings, wrongTexts };
          undo.note(before, changedField(before, { settings: next, wrongTexts: wrongNext.current ?? wrongTexts }));
          wrongNext.current = null;
          onChange(next);
        }}
      />
    </div>
  );
}
