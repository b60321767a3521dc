'use client';

import { Bookmark, ChevronDown, Link2, Plus, Settings2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { showToast } from '@/components/ui/toast/toast';
import { settingsLink } from '@/lib/client/chat/preferences/settings-link';
import type { ChatSettings } from '@/lib/client/chat/types';
import { usePreferences } from '../preferences/use-preferences';

const PresetsDialog = lazy(() => import('./presets-dialog'));

/** Saved settings: applies them, saves the current ones under a name, and copies a link to them. */
export function PresetsBar({
  settings,
  onApply,
}: {
  settings: ChatSettings;
  onApply: (settings: ChatSettings) => void;
}) {
  const presets = usePreferences().data?.preferences.presets ?? [];
  const [dialog, setDialog] = useState<'save' | 'all' | null>(null);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button size="small">
            <Bookmark aria-hidden />
            Presets
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {presets.map((preset) => (
          <MenuItem key={preset.id} icon={<Bookmark aria-hidden />} onSelect={() => onApply(preset.settings)}>
            <span className="max-w-64 truncate">{preset.name}</span>
          </MenuItem>
        ))}
        {presets.length > 0 ? <MenuSeparator /> : null}
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => setDialog('save')}>
          Save as preset…
        </MenuItem>
        <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyLink(settings)}>
          Copy link to these settings
        </MenuItem>
        {presets.length > 0 ? (
          <MenuItem icon={<Settings2 aria-hidden />} onSelect={() => setDialog('all')}>
            Manage presets…
          </MenuItem>
        ) : null}
      </Menu>
      <ChunkBoundary>
        {dialog === null ? null : (
          <PresetsDialog initial={dialog} settings={settings} onClose={() => setDialog(null)} />
        )}
      </ChunkBoundary>
    </>
  );
}

async function copyLink(settings: ChatSettings): Promise<void> {
  const link = settingsLink(settings, window.location.origin);
  if (link === null) {
    showToast('error', 'These settings are too long for a link', { description: 'Save them as a preset instead.' });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    showToast('success', 'Link copied', {
      description: 'It contains the settings, also the system prompt, and starts a new chat with them.',
    });
  } catch {
    showToast('error', 'The browser did not allow copying');
  }
}
