import { type AccountCaller, documentOwnerOf } from '../../accounts/caller';
import type { ModelOf } from '../../models/model';
import { type WebAccess, webAccess } from '../../web/access';
import { findSources } from '../../web/chat/find-sources';
import { searchQueryOf } from '../../web/chat/search-query';
import { writeSources } from '../../web/chat/write-sources';
import type { GenerateImageRequest } from '../contract';
import { screenPrompt } from '../finish/screen-prompt';

/** The most that is added to a prompt, and the least that is worth a search; characters. */
const MAX_FOUND_CHARACTERS = 3_000;
const MIN_FOUND_CHARACTERS = 1_000;
/** Between the prompt and what is added. */
const GAP = '\n\n';

/** A search that is made before an image is drawn. */
export type ImageSearch = {
  access: WebAccess;
  query: string;
  /** What the model's limit leaves for what is found. */
  maxCharacters: number;
};

/**
 * The search that a request asks for (docs/api-rules.md, "Web search for images").
 * @returns null if it asks for none, the model or the service has none, or its prompt leaves too little of the model's
 *   limit
 */
export function planImageSearch(
  { prompt, enable_web_search: isAsked }: Pick<GenerateImageRequest, 'prompt' | 'enable_web_search'>,
  model: ModelOf<'image'>,
): ImageSearch | null {
  const access = webAccess();
  if (isAsked !== true || !model.abilities.includes('web_search') || access.search === undefined) return null;
  const query = searchQueryOf([prompt]);
  const left = model.promptCharacterLimit - prompt.length - GAP.length;
  if (query === '' || left < MIN_FOUND_CHARACTERS) return null;
  return { access, query, maxCharacters: Math.min(MAX_FOUND_CHARACTERS, left) };
}

/**
 * Searches, and adds what was found to the prompt: after its own words, fenced as quoted material.
 * @returns null if the search failed, nothing of it fits, or the screening refuses what was found: the image is drawn
 *   without it, and the search is free. A search that found nothing leaves the prompt as it is
 * @throws the signal's reason if the caller left; what `screenPrompt` throws
 */
export async function searchForImage(
  prompt: string,
  { access, query, maxCharacters }: ImageSearch,
  { caller, signal }: { caller: AccountCaller; signal: AbortSignal },
): Promise<string | null> {
  const by = { accountId: caller.account.id, ownerId: documentOwnerOf(caller), signal };
  const found = await findSources({ kind: 'search', query }, access, by);
  if (found === null) return null;
  if (found.results.length === 0) return prompt;
  const { text, sources } = writeSources(found.results, maxCharacters, false, 'image');
  if (sources.length === 0 || (await screenPrompt(text, signal)).isViolation) return null;
  return `${prompt}${GAP}${text}`;
}
