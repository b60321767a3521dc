'use client';

import { useDrop } from '@/components/chat/attachments/use-drop';
import { showToast } from '@/components/ui/toast/toast';
import { browserCanvas } from '@/lib/client/attachments/canvas';
import type { ImageSettings } from '@/lib/client/images/types';

/**
 * Accepts an image that is dropped on the page, and reads the settings that it contains.
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(onSettings: (settings: Partial<ImageSettings>) => void): boolean {
  return useDrop(([file]) => void takeFile(file, onSettings));
}

/** Reads the settings of a file, or says that it has none. */
export async function takeFile(
  file: File | undefined,
  onSettings: (settings: Partial<ImageSettings>) => void,
): Promise<void> {
  if (!file) return;
  try {
    const { settingsOfFile } = await import('@/lib/client/images/files/settings-of-file');
    const settings = await settingsOfFile(file, (blob) => browserCanvas.measure(blob));
    if (!settings) {
      return showToast('error', 'This file contains no settings', {
        description: 'Images contain them if “Save settings in the file” was on.',
      });
    }
    onSettings(settings);
    showToast('success', 'Settings of the file are in use');
  } catch {
    showToast('error', 'The file could not be read');
  }
}
