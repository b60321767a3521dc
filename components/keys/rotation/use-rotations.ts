'use client';

import { useState } from 'react';
import { readRotations, type Rotation, withoutKey, withRotation } from './unfinished';

/** The localStorage key of unfinished rotations. */
const ROTATIONS = 'farebox-rotations';

/** The unfinished rotations that this browser started, with functions to start and end one. */
export type Rotations = {
  begun: readonly Rotation[];
  begin: (rotation: Rotation) => void;
  /** A key has its end, or stays next to its successor. */
  end: (keyId: string) => void;
};

/** Remembers unfinished rotations, so that a closed or crashed tab leaves no old key working unnoticed. */
export function useRotations(): Rotations {
  const [begun, setBegun] = useState(() => read() ?? []);
  const change = (changed: (rotations: Rotation[]) => Rotation[]) => {
    // Another tab may have started one since. Without storage, they only last for this visit.
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

/** Null if the browser stores nothing. */
function read(): Rotation[] | null {
  try {
    return readRotations(localStorage.getItem(ROTATIONS));
  } catch {
    return null;
  }
}
