import type { RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { withHeading } from '../../media/files/html/escape-markdown';
import type { GuardedFetch } from '../../platform/network/guarded-fetch';
import { isPageFailure } from '../../web/page/page-failure';
import { type ReadPage, readPage } from '../../web/page/read-page';
import { chargeExtra } from './charge-extra';
import type { ScrapeRequest, ScrapeResponse } from './contract';
import { SCRAPE_DEMAND } from './demand';

/**
 * `POST /augment/scrape` (docs/api-rules.md, "Reading pages"): a page as Markdown. Charged only if it was read.
 * @param get fetches the page; tests use their own network
 * @throws ApiError those of `readPage` and of `chargeExtra`; INFERENCE_FAILED if the page cannot be read
 */
export async function scrape({ url }: ScrapeRequest, context: RunContext, get?: GuardedFetch): Promise<ScrapeResponse> {
  const accountId = context.caller.account.id;
  const page = await chargeExtra(
    {
      usage: { scrape: 1 },
      modelId: SCRAPE_DEMAND.modelId,
      work: (signal) => readPageOrFail(url, { accountId, signal }, get),
    },
    context,
  );
  return { url: page.url, content: withHeading(page.title, page.markdown), format: 'markdown' };
}

/** Reads a page for an account. @throws ApiError those of `readPage`; INFERENCE_FAILED if the page cannot be read */
export function readPageOrFail(
  url: string,
  caller: { accountId: string; signal: AbortSignal },
  get?: GuardedFetch,
): Promise<ReadPage> {
  return readPage(url, caller, get).catch(toApiError);
}

function toApiError(thrown: unknown): never {
  throw isPageFailure(thrown) ? new ApiError('INFERENCE_FAILED', `${thrown.message}.`, { cause: thrown }) : thrown;
}
