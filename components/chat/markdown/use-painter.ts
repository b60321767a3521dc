'use client';

import { useEffect, useState } from 'react';
import { createPainter, type Painter } from './highlight';

/** The painter of a language; null until its grammar has loaded, or if there is none. */
export function usePainter(language: string): Painter | null {
  const [loaded, setLoaded] = useState<{ language: string; painter: Painter | null } | null>(null);
  useEffect(() => {
    let here = true;
    const keep = (painter: Painter | null) => {
      if (here) setLoaded({ language, painter });
    };
    // If the grammar cannot be loaded, the code stays plain.
    createPainter(language).then(keep, () => keep(null));
    return () => {
      here = false;
    };
  }, [language]);
  return loaded?.language === language ? loaded.painter : null;
}
