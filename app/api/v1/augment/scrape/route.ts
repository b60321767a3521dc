import { SCRAPE_CODES, ScrapeRequest, ScrapeResponse } from '@/lib/augment/pages/contract';
import { SCRAPE_DEMAND } from '@/lib/augment/pages/demand';
import { SCRAPE_EXAMPLES } from '@/lib/augment/pages/examples';
import { scrape } from '@/lib/augment/pages/scrape';
import { endpoint } from '@/lib/http/endpoint';

/** `POST /api/v1/augment/scrape`: a page as Markdown (docs/api-rules.md, "Reading pages"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Read a page',
    detail: 'Reads a public page, or a document at an address, and answers with its text as Markdown.',
    answer: ScrapeResponse,
    codes: SCRAPE_CODES,
    examples: SCRAPE_EXAMPLES,
  },
  body: ScrapeRequest,
  limit: () => SCRAPE_DEMAND,
  run: ({ body }, context) => scrape(body, context),
});
