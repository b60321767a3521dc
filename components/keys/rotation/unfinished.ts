import { isRecord } from '@/lib/client/failure';
import type { Key } from '@/lib/keys/contract';

/** A rotation between its two steps: the new key exists, the old one has not been revoked yet. Ids of keys. */
export type Rotation = {
  oldId: string;
  newId: string;
  /** The expiry of the old key when the rotation began. */
  oldExpiresAt: string | null;
};

/** Both keys of a rotation that was left between its steps. */
export type UnfinishedRotation = { old: Key; successor: Key };

/** What is said where both keys are kept. */
export const KEPT_BOTH = 'Both keys still work.';

/** So many are remembered, the newest. */
const MAX_KEPT = 20;

/** The rotations whose keys both stand as they were left: a key that was given another expiry was dealt with. */
export function unfinishedOf(rotations: readonly Rotation[], keys: readonly Key[]): UnfinishedRotation[] {
  return rotations.flatMap(({ oldId, newId, oldExpiresAt }) => {
    const old = keys.find(({ id }) => id === oldId);
    const successor = keys.find(({ id }) => id === newId);
    return old && successor && old.expiresAt === oldExpiresAt ? [{ old, successor }] : [];
  });
}

/** Those before with one more. Where the key that is rotated is itself the new one of another, its successor is that one's too. */
export function withRotation(rotations: readonly Rotation[], begun: Rotation): Rotation[] {
  const { oldId, newId } = begun;
  const before = rotations.map((one) => (one.newId === oldId ? { ...one, newId } : one));
  return [begun, ...before].slice(0, MAX_KEPT);
}

/** Those that are left when a key was dealt with: an old one was ended, or a new one may stay beside it. */
export function withoutKey(rotations: readonly Rotation[], keyId: string): Rotation[] {
  return rotations.filter(({ oldId, newId }) => oldId !== keyId && newId !== keyId);
}

/** What a browser kept, as it comes out of its storage: JSON, or nothing. What is no rotation is left out. */
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
