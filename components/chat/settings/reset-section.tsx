'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { singleClick } from '@/components/ui/form/single-click';
import { DEFAULT_SETTINGS, type ChatSettings } from '@/lib/client/chat/types';
import { countChanged, type SettingsText } from './settings-fields';

type Contents = { settings: ChatSettings; wrongTexts: Partial<SettingsText> };

/**
 * Resets all settings, and can undo that until something is changed again.
 * @param onPut replaces the settings and the invalid values typed into them
 */
export function ResetSection({
  settings,
  wrongTexts,
  onPut,
}: Contents & { onPut: (settings: ChatSettings, wrongTexts: Partial<SettingsText>) => void }) {
  const [before, setBefore] = useState<Contents | null>(null);
  const isDefault = countChanged(settings) === 0 && Object.keys(wrongTexts).length === 0;
  if (before && !isDefault) setBefore(null);
  const reset = () => {
    onPut(DEFAULT_SETTINGS, {});
    setBefore({ settings, wrongTexts });
  };
  const undo = () => {
    if (before) onPut(before.settings, before.wrongTexts);
    setBefore(null);
  };
  return (
    <div className="flex min-h-control flex-wrap items-center gap-3 border-t border-line pt-5">
      {before || !isDefault ? (
        // One button, so that it keeps the focus.
        <Button onClick={singleClick(before ? undo : reset)}>{before ? 'Undo reset' : 'Reset to defaults'}</Button>
      ) : null}
      <p role="status" className="text-muted">
        {before ? 'All settings were reset.' : isDefault ? 'All settings are at their defaults.' : ''}
      </p>
    </div>
  );
}
