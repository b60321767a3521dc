import { requestOf } from '../request/request';
import type { Attachment, ChatMessage, ChatSettings } from '../types';
import { costOfTokens, type TokenPrice } from './cost';
import { tokensOfRequest } from './tokens';

/** A chat that a draft goes to: what is sent with it, and the price of its model. */
export type DraftTarget = {
  messages: readonly ChatMessage[];
  /** With the account's instructions. */
  settings: ChatSettings;
  /** Undefined if the model is not served. */
  price: TokenPrice | undefined;
};

/** About what the messages before a draft have as input, in tokens: it changes only with the chat. */
export function tokensBefore({ messages, settings }: Pick<DraftTarget, 'messages' | 'settings'>): number {
  return tokensOfRequest(requestOf([...messages], '', settings));
}

/** About what a draft adds to that. */
export function tokensOfDraft(text: string, attachments: readonly Attachment[]): number {
  const question = { text, attachments: [...attachments] } as ChatMessage;
  return tokensOfRequest(requestOf([{ ...question, role: 'user' }], '', NO_SETTINGS));
}

const NO_SETTINGS: ChatSettings = { system: '', temperature: null, topP: null, maxTokens: null, seed: null, stop: [] };

/**
 * About what it costs to send a draft to some chats, without the answers. `usd` is a decimal string; null if a price is
 * not known.
 * @param before `tokensBefore` of each
 */
export function estimateDraft(
  draft: number,
  targets: readonly Pick<DraftTarget, 'price'>[],
  before: readonly number[],
): { tokens: number; usd: string | null } {
  const inputs = targets.map((_target, at) => draft + (before[at] ?? 0));
  const costs = targets.map(
    ({ price }, at) => price && Number(costOfTokens(price, { input: inputs[at] ?? 0, output: 0 })),
  );
  const isKnown = costs.length > 0 && costs.every((cost) => cost !== undefined);
  return {
    tokens: Math.max(0, ...inputs),
    usd: isKnown ? costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0).toFixed(9) : null,
  };
}
