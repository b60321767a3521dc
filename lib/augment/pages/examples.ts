/** Example requests for the API description. */
export const SCRAPE_EXAMPLES = {
  page: { summary: 'A page', body: { url: 'https://example.com/' } },
};
export const PARSE_TEXT_EXAMPLES = {
  file: { summary: 'A document', form: { file: 'report.pdf' } },
  text: { summary: 'The text alone', form: { file: 'report.pdf', response_format: 'text' } },
};
