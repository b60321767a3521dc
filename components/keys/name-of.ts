import type { Key } from '@/lib/keys/contract';

/** What a key is called where it must be called something. */
export function nameOf({ description }: Pick<Key, 'description'>): string {
  return description.trim() || 'Unnamed';
}
