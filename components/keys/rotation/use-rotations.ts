'use client';

import { useState } from 'react';
import { readRotations, type Rotation, withoutKey, withRotation } from './unfinished';

/** Where the browser remembers rotations that wait for their second step. */
const ROTATIONS = 'farebox-rotations';

/** The rotations that this browser began and has not ended, and how they begin and end. */
export type Rotations = {
  begun: readonly Rotation[];
  begin: (rotation: Rotation) => void;
  /** A key has its end, or is to stay beside its successor. */
  end: (keyId: string) => void;
};

/** Remembers the rotations between their steps, so that a tab that is closed or crashes leaves no old key working unseen. */
export function useRotations(): Rotations {
  const [begun, setBegun] = useState(() => read() ?? []);
  const change = (changed: (rotations: Rotation[]) => Rotation[]) => {
    // Another tab may have begun one since. Without a storage they hold for this visit.
    const next = changed(read() ?? begun);
    setBegun(next);
    try {
      localStorage.setItem(ROTATIONS, JSON.stringify(next));
    } catch {
      // As above.
    }
  };
  return {
    begun,
    begin: (rotation) => change((rotations) => withRotation(rotations, rotation)),
    end: (keyId) => change((rotations) => withoutKey(rotations, keyId)),
  };
}

/** Null where the browser keeps nothing. */
function read(): Rotation[] | null {
  try {
    return readRotations(localStorage.getItem(ROTATIONS));
  } catch {
    return null;
  }
}
