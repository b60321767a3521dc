/** Where a request is counted that names no model. */
const SCRAPE_ENDPOINT = 'endpoint:api/v1/augment/scrape';
const TEXT_PARSER_ENDPOINT = 'endpoint:api/v1/augment/text-parser';

/** What a page to be read, and a file to be parsed, count against the rate limits: one request. */
export const SCRAPE_DEMAND = { limitClass: 'augment_scrape', modelId: SCRAPE_ENDPOINT } as const;
export const TEXT_PARSER_DEMAND = { limitClass: 'augment_text_parser', modelId: TEXT_PARSER_ENDPOINT } as const;
