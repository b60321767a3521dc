import { PARSE_TEXT_CODES, PARSE_TEXT_FORM, ParseTextRequest, ParseTextResponse } from '@/lib/augment/pages/contract';
import { TEXT_PARSER_DEMAND } from '@/lib/augment/pages/demand';
import { PARSE_TEXT_EXAMPLES } from '@/lib/augment/pages/examples';
import { parseText } from '@/lib/augment/pages/parse-text';
import { endpoint } from '@/lib/http/endpoint';
import { binaryDocument } from '@/lib/http/answer/binary';

/** `POST /api/v1/augment/text-parser`: the text of a file (docs/api-rules.md, "Parsing files"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Parse a file',
    detail: 'Answers with the text of a document: PDF, EPUB, DOCX, PPTX, XLSX, XLS, RTF, HTML, or any text file.',
    answer: ParseTextResponse,
    binary: ['text/plain'],
    codes: PARSE_TEXT_CODES,
    examples: PARSE_TEXT_EXAMPLES,
  },
  body: ParseTextRequest,
  form: PARSE_TEXT_FORM,
  limit: () => TEXT_PARSER_DEMAND,
  run: async ({ body }, context) => {
    const parsed = await parseText(body, context);
    if (body.response_format === 'json') return parsed;
    return binaryDocument({ bytes: Buffer.from(parsed.text), contentType: 'text/plain; charset=utf-8' });
  },
});
