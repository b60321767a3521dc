import { isApiError } from '../../../core/errors';
import type { EditCall, ImageCall, ImageResult } from '../../image-spec';
import type { ImageRequests } from '../../kit/images/ask';
import { headersOf, identityOf, type OpenAiCompatible } from '../upstream';

/** What all requests of one call to a server have in common. */
export function requestsOf(
  upstream: OpenAiCompatible,
  { model, account, signal }: Pick<ImageCall | EditCall, 'model' | 'account' | 'signal'>,
): ImageRequests {
  const identity = { ...identityOf(upstream), model };
  return { identity, headers: headersOf(upstream), times: upstream.times, account, signal };
}

/** The result of a call whose content the upstream refused: no image, which is not paid. @throws every other failure */
export function refusedContent(thrown: unknown): ImageResult {
  if (isApiError(thrown) && thrown.code === 'CONTENT_POLICY_VIOLATION') return { image: null };
  throw thrown;
}
