import type { Key } from '@/lib/keys/contract';

/** A key's display name. */
export function nameOf({ description }: Pick<Key, 'description'>): string {
  return description.trim() || 'Unnamed';
}
