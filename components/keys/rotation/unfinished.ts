import { isRecord } from '@/lib/client/failure';
import type { Key } from '@/lib/keys/contract';

/** A rotation between its two steps: the new key exists, but the old one has not been revoked yet. IDs of keys. */
export type Rotation = {
  oldId: string;
  newId: string;
  /** The old key's expiry when the rotation started. */
  oldExpiresAt: string | null;
};

/** Both keys of an interrupted rotation. */
export type UnfinishedRotation = { old: Key; successor: Key };

/** Announced when both keys are kept. */
export const KEPT_BOTH = 'Both keys still work.';

/** The maximum number of remembered rotations; the newest are kept. */
const MAX_KEPT = 20;

/** The rotations whose keys both are as they were left: if a key's expiry has changed since, it has been dealt with. */
export function unfinishedOf(rotations: readonly Rotation[], keys: readonly Key[]): UnfinishedRotation[] {
  return rotations.flatMap(({ oldId, newId, oldExpiresAt }) => {
    const old = keys.find(({ id }) => id === oldId);
    const successor = keys.find(({ id }) => id === newId);
    return old && successor && old.expiresAt === oldExpiresAt ? [{ old, successor }] : [];
  });
}

/**
 * Adds a rotation. If the rotated key is itself the new key of an earlier rotation, that one gets the new successor
 * too.
 */
export function withRotation(rotations: readonly Rotation[], begun: Rotation): Rotation[] {
  const { oldId, newId } = begun;
  const before = rotations.map((one) => (one.newId === oldId ? { ...one, newId } : one));
  return [begun, ...before].slice(0, MAX_KEPT);
}

/** Removes the rotations of a key that was dealt with: an old key was ended, or may stay next to the new one. */
export function withoutKey(rotations: readonly Rotation[], keyId: string): Rotation[] {
  return rotations.filter(({ oldId, newId }) => oldId !== keyId && newId !== keyId);
}

/** Parses what the browser stored: JSON, or nothing. Invalid entries are left out. */
export function readRotations(kept: string | null): Rotation[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(found) ? found.filter(isRotation) : [];
  } catch {
    return [];
  }
}

function isRotation(value: unknown): value is Rotation {
  if (!isRecord(value)) return false;
  const { oldId, newId, oldExpiresAt } = value;
  const isExpiry = oldExpiresAt === null || typeof oldExpiresAt === 'string';
  return typeof oldId === 'string' && typeof newId === 'string' && isExpiry;
}
