import { SERVED_ABILITIES, type TextModel } from '../../../models/model';
import { askedTokens } from '../../budget';
import type { ChatRequest } from '../../contract';
import type { Prompt } from '../../prompt/build-prompt';
import { growPrompt } from '../../prompt/grow';
import { skipSearch, type WebOptions, type WebPlan } from '../plan-web';
import { SEARCH_TOOL } from './search-tool';
import { CALL_TOKENS } from './two-calls';

/**
 * Whether the model itself may decide about a search: it can call tools, and the request has no tools of its own, no
 * format, one choice, no log probabilities, and a maximum length that a call fits into.
 */
export function mayDecide(body: ChatRequest, model: TextModel): boolean {
  const hasTools = (body.tools !== undefined && body.tools.length > 0) || body.tool_choice !== undefined;
  const hasFormat = body.response_format !== undefined && body.response_format?.type !== 'text';
  const asked = Math.min(askedTokens(body) ?? model.defaultCompletionTokens, model.maxCompletionTokens);
  return (
    SERVED_ABILITIES.has('tools') &&
    model.abilities.includes('tools') &&
    !hasTools &&
    !hasFormat &&
    (body.n ?? 1) === 1 &&
    !body.logprobs &&
    !body.top_logprobs &&
    asked >= CALL_TOKENS
  );
}

/**
 * The prompt with the search as a tool; null if the model does not decide. If the tool does not fit into what is kept
 * for sources, the classifier decides.
 * @throws see `growPrompt`
 */
export async function promptWithTool(
  prompt: Prompt,
  web: WebPlan,
  { model, options, account, signal }: { model: TextModel; options: WebOptions; account: string; signal: AbortSignal },
): Promise<Prompt | null> {
  if (web.question === null || !web.modelDecides) return null;
  const asked = { messages: prompt.messages, tools: [SEARCH_TOOL], account, signal };
  const asking = await growPrompt(prompt, model, asked, JSON.stringify(asked.tools));
  if (asking.tokens <= prompt.tokens + web.reservedTokens) return asking;
  followClassifier(web, options);
  return null;
}

/** What happens if the model does not decide, or cannot be understood. */
export function followClassifier(web: WebPlan, options: WebOptions): void {
  if (!web.isWanted) skipSearch(web, options);
}
