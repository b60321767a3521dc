import { jsonText } from '../../core/samples/literal';
import type { Section } from '../contract';
import { samplesOf } from './samples-of';
import type { Guide, GuideContext } from './types';

const CHAT = 'createChatCompletion';

/** Searching, reading pages and files, and chats that do both. */
export function searchGuide(context: GuideContext): Guide {
  const { pages, serviceId } = context;
  return {
    slug: 'search',
    title: 'Search and pages',
    summary: 'Search the web, read pages and files, and let a model answer from what was found, with its sources.',
    sections: [
      ...[searching(pages), DOCUMENTS, reading(pages), files(pages), chats(context)],
      ...[citations(serviceId), COSTS, KEPT],
    ],
  };
}

const searching = (pages: GuideContext['pages']): Section => ({
  id: 'search',
  title: 'Search',
  blocks: [
    ...samplesOf(pages, 'createAugmentSearch', 'plain', 'A search'),
    {
      kind: 'text',
      text: '[POST /augment/search](/docs/createAugmentSearch) takes a query of up to 400 characters and answers with up to 20 results: `title`, `url`, `content`, and `date`, which is empty if it is unknown. The operator decides what is searched: the index of this service, which has its documentation from the start, or a search engine. `search_provider` chooses between the two engines that the operator can set.',
    },
  ],
});

const DOCUMENTS: Section = {
  id: 'documents',
  title: 'Your documents',
  blocks: [
    {
      kind: 'text',
      text: 'Under [Search](/search) you can add up to 50 pages and files of your own to the index of this service. They are found only in your signed-in browser: on that page, in its chats, and for its images. Requests with an API key of any type or with a wallet’s signature never find them, so nobody who has one of your keys can search your files.',
    },
  ],
};

const reading = (pages: GuideContext['pages']): Section => ({
  id: 'pages',
  title: 'Read a page',
  blocks: [
    ...samplesOf(pages, 'createAugmentScrape', 'page', 'A page'),
    {
      kind: 'text',
      text: '[POST /augment/scrape](/docs/createAugmentScrape) answers with the article of a public page as Markdown, without menus and scripts, or with the text of a PDF, EPUB, or Office document. Pages that their site’s `robots.txt` closes to programs are refused, and so are private addresses.',
    },
  ],
});

const files = (pages: GuideContext['pages']): Section => ({
  id: 'files',
  title: 'Parse a file',
  blocks: [
    ...samplesOf(pages, 'createAugmentTextParser', 'file', 'A file'),
    {
      kind: 'text',
      text: '[POST /augment/text-parser](/docs/createAugmentTextParser) answers with the text of a file of at most 25 MB: PDF, EPUB, DOCX, PPTX, XLSX, XLS, RTF, HTML, and any text. `tokens` is an estimate of how much of a model’s context it takes.',
    },
  ],
});

const chats = ({ pages, serviceId }: GuideContext): Section => ({
  id: 'chats',
  title: 'Search in a chat',
  blocks: [
    ...samplesOf(pages, CHAT, 'search', 'A chat with web search'),
    {
      kind: 'text',
      text: `Options in \`${serviceId}_parameters\` let any chat model answer from the web:`,
    },
    {
      kind: 'table',
      label: 'Web options of a chat',
      head: ['Option', 'What it does'],
      rows: [
        [
          '`enable_web_search`',
          '`on` searches for every request, `auto` only if the model asks for it (or by the words of the question), `off` never',
        ],
        ['`enable_web_scraping`', 'reads the addresses in the last user message, at most 5, in place of a search'],
        ['`enable_x_search`', 'uses the vendor’s own search of the web and of posts on X, on models that have one'],
        [
          '`enable_web_citations`',
          'asks the model to cite its sources, and drops citations of sources that do not exist',
        ],
        ['`include_search_results_in_stream`', 'sends the sources in the first chunk of a stream'],
        ['`return_search_results_as_documents`', 'returns the sources as a tool call, too'],
      ],
    },
    ...samplesOf(pages, CHAT, 'page', 'A chat about a page'),
    {
      kind: 'text',
      text: 'The answer reports the options as they took effect. If a search fails or no page can be read, the model answers without sources, and nothing is charged for them. What pages say is given to the model as quoted material, not as instructions.',
    },
  ],
});

const citations = (serviceId: string): Section => ({
  id: 'citations',
  title: 'Citations',
  blocks: [
    { kind: 'code', label: 'Parts of an answer', code: jsonText(citedAnswer(serviceId)) },
    {
      kind: 'text',
      text: '`web_search_citations` lists what the model was given. `[REF]0[/REF]` in the text is the first of the list, `[REF]1[/REF]` the second.',
    },
  ],
});

const citedAnswer = (serviceId: string) => ({
  choices: [{ index: 0, message: { role: 'assistant', content: 'High water is at noon. [REF]0[/REF]' } }],
  [`${serviceId}_parameters`]: {
    enable_web_search: 'on',
    web_search_citations: [
      { title: 'Tides', url: 'https://example.org/tides', content: 'High water at noon.', date: '' },
    ],
  },
});

const COSTS: Section = {
  id: 'costs',
  title: 'What is charged',
  blocks: [
    {
      kind: 'table',
      label: 'Prices of search and reading',
      head: ['Request', 'USD', 'Charged if'],
      rows: [
        ['A search', '0.01', 'the engine has answered, also without results'],
        ['A page', '0.01', 'it was read'],
        ['A file', '0.01', 'its text was found'],
        ['A chat that searched', '0.01, and the tokens of what was found', 'the search has answered'],
        ['A chat that read pages', '0.01 per page, and the tokens of their text', 'they were read'],
      ],
    },
    {
      kind: 'text',
      text: 'Your credit must cover the price before anything is searched or read. Requests that fail cost nothing.',
    },
  ],
};

const KEPT: Section = {
  id: 'kept',
  title: 'What is kept',
  blocks: [
    {
      kind: 'list',
      items: [
        'Queries are neither stored nor logged. A search engine that the operator has set gets the query, but neither your account nor your address.',
        'Results of a search are not kept. A repeat with the same `Idempotency-Key` is therefore refused with 409, and is not charged.',
        'Texts of pages and files are kept only if you send an `Idempotency-Key`: for a day, for [its repeats](/docs/billing).',
        'A page that was read stays in memory for at most 5 minutes, so that reading it again is fast; for your account alone if it sets cookies or is private.',
        'Usage and receipts list that you searched or read, when, and at what price, but not what.',
      ],
    },
  ],
};
