'use client';

import { useEffect, useState } from 'react';
import { readFile } from '@/lib/client/images/history/images';
import type { StudioStore } from '@/lib/client/images/store';

/**
 * The address of an image's file while it is shown.
 * @returns undefined until it is read; null if the file is gone
 */
export function useImageUrl(store: StudioStore, id: string): string | null | undefined {
  const [found, setFound] = useState<{ id: string; url: string | null }>();
  useEffect(() => {
    let here = true;
    let url: string | null = null;
    void readFile(store, id).then((file) => {
      if (!here) return;
      url = file && URL.createObjectURL(file);
      setFound({ id, url });
    });
    return () => {
      here = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [store, id]);
  return found?.id === id ? found.url : undefined;
}
