import { RelativeTime } from '@/components/ui/show/relative-time';
import type { LocalModel } from '@/lib/admin/contract';
import { now } from '@/lib/client/now';

/** When a model that waits is tried again: `in 5 minutes`, `in a moment`. */
export function NextTry({ at }: { at: LocalModel['retryAt'] }) {
  // The page may not know yet that the try has begun.
  return at !== null && Date.parse(at) > now() ? <RelativeTime at={at} /> : 'in a moment';
}
