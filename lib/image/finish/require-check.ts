import { EMBEDDED_PROVIDER } from '../../models/model';
import type { ModelBase } from '../../models/model-base';
import { requireAdultCheck } from '../../providers/local/safety';

/**
 * Makes sure, before an upstream is called, that what it draws can be checked: in safe mode an unchecked image is thrown
 * away, although the upstream was paid. Most images of the embedded models need no check; the others are refused when
 * they are finished.
 * @throws ApiError NOT_READY (503, `Retry-After`)
 */
export function requireCheck({ upstreams }: Pick<ModelBase, 'upstreams'>, safeMode: boolean): void {
  if (safeMode && upstreams.some(({ provider }) => provider !== EMBEDDED_PROVIDER)) requireAdultCheck();
}
