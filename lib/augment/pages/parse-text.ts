import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import { extractText } from '../../media/extract-text';
import { chargeExtra } from './charge-extra';
import type { ParseTextRequest, ParseTextResponse } from './contract';
import { TEXT_PARSER_DEMAND } from './demand';

/** The longest text that is returned; the rest is left out, and a note says so. */
const MAX_CHARACTERS = 2_000_000;
const CHARACTERS_PER_TOKEN = 3.2;

/**
 * `POST /augment/text-parser` (docs/api-rules.md, "Parsing files"): the text of a file. Charged only if it was read.
 * @throws ApiError INVALID_REQUEST for a file without text or of another format; those of `extractText` and of
 *   `chargeExtra`
 */
export async function parseText({ file }: ParseTextRequest, context: RunContext): Promise<ParseTextResponse> {
  const account = context.caller.account.id;
  return chargeExtra(
    {
      usage: { text_parser: 1 },
      modelId: TEXT_PARSER_DEMAND.modelId,
      work: async (signal) => {
        const bounds = { maxCharacters: MAX_CHARACTERS, account, signal };
        const read = await extractText({ bytes: file, type: null, name: null }, bounds);
        if ('failure' in read) throw invalidField(['file'], `The file could not be read: ${read.failure}`);
        return { text: read.text, tokens: Math.ceil(read.text.length / CHARACTERS_PER_TOKEN) };
      },
    },
    context,
  );
}
