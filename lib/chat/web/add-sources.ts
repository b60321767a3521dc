import { documentOwnerOf } from '../../accounts/caller';
import type { ChatMessage } from '../../providers/spec';
import { findSources } from '../../web/chat/find-sources';
import { writeSources } from '../../web/chat/write-sources';
import type { WebResult } from '../../web/web-result';
import type { Plan } from '../plan';
import type { Prompt } from '../prompt/build-prompt';
import { growPrompt } from '../prompt/grow';
import { giveUp } from './plan-web';

/** Characters per token with which fitting begins. */
const FIRST_CHARACTERS_PER_TOKEN = 4;
const MAX_FITTINGS = 6;

/**
 * Searches or reads what the plan says, and puts what was found into its prompt, before the last user message's own
 * words. Afterward the plan has the grown prompt, the options that took effect, and what is billed.
 * @throws the signal's reason if the caller left; what the model's counter throws
 */
export async function addSources(plan: Plan, signal: AbortSignal): Promise<void> {
  const { web, options } = plan;
  if (web === null || web.question === null) return;
  const { caller } = plan.context;
  const by = { accountId: caller.account.id, ownerId: documentOwnerOf(caller), signal };
  const found = await findSources(web.question, web.access, by);
  if (found === null) return giveUp(web, options);
  const sources = found.results.length === 0 ? [] : await addFitting(plan, found.results, signal);
  if (sources === null) return giveUp(web, options);
  web.used = found.usage;
  options.web_search_citations = sources;
  options.return_search_results_as_documents &&= sources.length > 0;
}

/** Adds as much of the results as fits; null if not even their beginning does. */
async function addFitting(plan: Plan, results: WebResult[], signal: AbortSignal): Promise<WebResult[] | null> {
  const { prompt, web, options } = plan;
  const reserved = web?.reservedTokens ?? 0;
  let characters = reserved * FIRST_CHARACTERS_PER_TOKEN;
  for (let round = 0; round < MAX_FITTINGS; round += 1) {
    const { text, sources } = writeSources(results, characters, options.enable_web_citations);
    if (sources.length === 0) return null;
    const messages = withText(prompt.messages, text);
    const grown = await measure(plan, messages, text, signal);
    const added = grown.tokens - prompt.tokens;
    if (added <= reserved) {
      // The same list, so that `forget` still empties all of it.
      prompt.messages.splice(0, prompt.messages.length, ...messages);
      plan.prompt = { ...grown, messages: prompt.messages };
      return sources;
    }
    characters = Math.floor(Math.min(text.length, characters) * Math.min(0.9, (reserved / added) * 0.98));
  }
  return null;
}

/** The prompt with the text among its messages. */
function measure(plan: Plan, messages: ChatMessage[], text: string, signal: AbortSignal): Promise<Prompt> {
  const { prompt, model, call, context } = plan;
  const { tools, toolChoice, responseFormat } = call;
  const account = context.caller.account.id;
  return growPrompt(prompt, model, { messages, account, signal, tools, toolChoice, responseFormat }, text);
}

/** The messages with a text at the start of the last user message. */
function withText(messages: readonly ChatMessage[], text: string): ChatMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) => {
    if (index !== at || message.role !== 'user') return message;
    const { content } = message;
    return typeof content === 'string'
      ? { ...message, content: `${text}\n\n${content}` }
      : { ...message, content: [{ type: 'text' as const, text }, ...content] };
  });
}
