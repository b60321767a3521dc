'use client';

import { useDrop } from '@/components/chat/attachments/use-drop';
import { showToast } from '@/components/ui/toast/toast';
import { browserCanvas } from '@/lib/client/attachments/canvas';
import { IMAGE_BOUNDS, MAX_SETTINGS_FILE_MB } from '@/lib/client/images/settings/bounds';
import type { ImageSettings } from '@/lib/client/images/types';

const BYTES_PER_MB = 1_000_000;

/**
 * Accepts an image that is dropped on the page, and reads the settings that it contains.
 * @returns whether a file is being dragged over the page
 */
export function useFileDrop(onSettings: (settings: Partial<ImageSettings>) => void): boolean {
  return useDrop(([file]) => void takeFile(file, onSettings));
}

/** Reads the settings of a file, or says why they cannot be used. */
export async function takeFile(
  file: File | undefined,
  onSettings: (settings: Partial<ImageSettings>) => void,
): Promise<void> {
  if (!file) return;
  if (file.size > MAX_SETTINGS_FILE_MB * BYTES_PER_MB) {
    return showToast('error', `The file is larger than ${MAX_SETTINGS_FILE_MB} MB`);
  }
  try {
    const { settingsOfFile } = await import('@/lib/client/images/files/settings-of-file');
    const found = await settingsOfFile(file, (blob) => browserCanvas.measure(blob));
    if (!found) {
      return showToast('error', 'This file contains no settings', {
        description: 'Images contain them if “Save settings in the file” was on.',
      });
    }
    onSettings(found.settings);
    showToast('success', 'Settings of the file are in use', {
      ...(found.otherSize && { description: otherSizeText(found.otherSize) }),
    });
  } catch {
    showToast('error', 'The file could not be read');
  }
}

function otherSizeText({ width, height }: { width: number; height: number }): string {
  const { minSide, maxSide } = IMAGE_BOUNDS;
  const bounds = `${minSide} to ${maxSide.toLocaleString('en')} pixels`;
  return `Except its size, ${width} × ${height}: each side can have ${bounds}.`;
}
