import { z } from 'zod';
import { DEFAULT_SETTINGS, NO_RECEIPT, type ChatMessage } from '../types';
import { isRecord } from '../../failure';
import type { FileChat } from './chat-file';

/**
 * ChatGPT's export, `conversations.json`: a list of conversations, each a map of nodes with `parent`. Nodes with text
 * from the user or the assistant are imported. Times are in Unix seconds.
 */
const Node = z.object({
  parent: z.string().nullish(),
  message: z
    .object({
      author: z.object({ role: z.string() }),
      create_time: z.number().nullish(),
      content: z.object({ content_type: z.string().nullish(), parts: z.array(z.unknown()).nullish() }).nullish(),
      metadata: z
        .object({ model_slug: z.string().nullish(), is_visually_hidden_from_conversation: z.boolean().nullish() })
        .nullish(),
    })
    .nullish(),
});
type Node = z.output<typeof Node>;

const Conversation = z.object({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), Node),
});
type Conversation = z.output<typeof Conversation>;

const MAX_TITLE = 1_000;

/** Whether a list looks like such an export. */
export function isForeignFile(given: readonly unknown[]): boolean {
  return given.some((one) => isRecord(one) && isRecord(one.mapping));
}

/** Converts one of its conversations to a chat of this page, or says what is wrong with it. */
export function readForeignChat(given: unknown): FileChat | { why: string } {
  const conversation = Conversation.safeParse(given);
  if (!conversation.success) {
    const [issue] = conversation.error.issues;
    return { why: `${issue?.path.join(', ') ?? 'it'}: ${issue?.message ?? 'does not fit'}` };
  }
  const { data } = conversation;
  const id = data.conversation_id ?? data.id ?? Object.keys(data.mapping).join(' ');
  const createdAt = toMilliseconds(data.create_time) ?? 0;
  const messages = Object.keys(data.mapping).flatMap((nodeId) => messageOf(data, nodeId, { chatId: id, createdAt }));
  if (messages.length === 0) return { why: 'it has no text' };
  return {
    id,
    title: (data.title ?? '').slice(0, MAX_TITLE) || 'Imported chat',
    named: true,
    modelId: null,
    settings: DEFAULT_SETTINGS,
    leafId: nearestWithText(data, data.current_node ?? null),
    createdAt,
    updatedAt: toMilliseconds(data.update_time) ?? createdAt,
    messages,
  };
}

function messageOf(
  conversation: Conversation,
  nodeId: string,
  { chatId, createdAt: begun }: { chatId: string; createdAt: number },
): ChatMessage[] {
  const node = conversation.mapping[nodeId];
  const message = node?.message;
  if (!node || !message || !hasText(node)) return [];
  const createdAt = toMilliseconds(message.create_time) ?? begun;
  return [
    {
      id: nodeId,
      chatId,
      parentId: nearestWithText(conversation, node.parent ?? null),
      role: message.author.role === 'user' ? 'user' : 'assistant',
      text: textOf(node),
      reasoning: '',
      state: 'complete',
      modelId: message.author.role === 'user' ? null : (message.metadata?.model_slug ?? null),
      finishReason: null,
      requestId: null,
      ticket: NO_RECEIPT,
      failure: null,
      createdAt,
      writerId: null,
      touchedAt: createdAt,
    },
  ];
}

/** The node itself or its nearest ancestor with text; null if there is none. */
function nearestWithText({ mapping }: Conversation, nodeId: string | null): string | null {
  const seen = new Set<string>();
  for (let at = nodeId; at !== null && !seen.has(at); at = mapping[at]?.parent ?? null) {
    seen.add(at);
    const node = mapping[at];
    if (node && hasText(node)) return at;
  }
  return null;
}

function hasText(node: Node): boolean {
  const role = node.message?.author.role;
  if (node.message?.metadata?.is_visually_hidden_from_conversation) return false;
  return (role === 'user' || role === 'assistant') && textOf(node) !== '';
}

/** Only the text: images are separate files, and thoughts and tools have other content types. */
function textOf({ message }: Node): string {
  const { content_type: kind, parts } = message?.content ?? {};
  if (kind !== 'text' && kind !== 'multimodal_text') return '';
  return (parts ?? [])
    .filter((part): part is string => typeof part === 'string')
    .join('\n\n')
    .trim();
}

const toMilliseconds = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' && seconds >= 0 ? Math.round(seconds * 1_000) : null;
