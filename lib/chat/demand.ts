import { charactersOfJson } from '../core/json-size';
import { weightOfAll } from '../core/text-weight';
import { estimateTokens } from '../core/usage';
import type { Demand } from '../limits/admit';
import { limitClassOf, type TextModel } from '../models/model';
import { askedTokens } from './budget';
import type { ChatRequest } from './contract';
import type { AnyPart, Message } from './request/message';

/** Reserved per choice if the caller sets no maximum: most answers are shorter, and the rest is returned. */
const USUAL_ANSWER_TOKENS = 1_024;

/** A picture is about 1,000 tokens. */
const CHARACTERS_PER_PICTURE = 3_200;
/** Most of a file is not text, and a second of audio is only a few tokens. */
const BASE64_CHARACTERS_PER_CHARACTER = 10;

/**
 * What a request demands of the rate limits of its model's class (docs/api-rules.md, "Rate limits"): one request, and
 * the tokens that it will probably use. Estimated from the text alone: the exact count comes later, with the hold.
 */
export function chatDemand(body: ChatRequest, model: TextModel): Demand {
  const media = body.messages.reduce((sum, message) => sum + charactersOfMedia(message), charactersOfTools(body));
  const weight = weightOfAll(body.messages.flatMap(textsOf)) + media;
  const expected = askedTokens(body) ?? Math.min(USUAL_ANSWER_TOKENS, model.defaultCompletionTokens);
  const perChoice = Math.min(expected, model.maxCompletionTokens);
  const tokens = estimateTokens(weight) + perChoice * (body.n ?? 1);
  return { limitClass: limitClassOf(model), modelId: model.id, tokens };
}

function textsOf({ content }: Message): string[] {
  if (typeof content === 'string') return [content];
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : ''));
}

function charactersOfMedia({ content }: Message): number {
  if (typeof content === 'string' || !content) return 0;
  return content.reduce((sum, part) => sum + charactersOfPart(part), 0);
}

/** How many characters a media part counts as. Audio and files are base64: four characters for three bytes. */
function charactersOfPart(part: AnyPart): number {
  switch (part.type) {
    case 'text':
      return 0;
    case 'image_url':
    case 'video_url':
      return CHARACTERS_PER_PICTURE;
    case 'input_audio':
      return part.input_audio.data.length / BASE64_CHARACTERS_PER_CHARACTER;
    case 'file':
      return part.file.file_data.length / BASE64_CHARACTERS_PER_CHARACTER;
  }
}

function charactersOfTools({ tools }: ChatRequest): number {
  return tools === undefined ? 0 : charactersOfJson(tools);
}
