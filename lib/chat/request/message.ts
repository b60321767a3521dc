import { z } from 'zod';
import { listOf } from './list-of';
import { ReasoningDetail } from './reasoning-detail';

/**
 * Messages of a chat request (docs/api-rules.md, "Chat messages"). All content parts are parsed; the gates check what a
 * model accepts.
 */

const MAX_CACHE_TTL_CHARACTERS = 32;
const MAX_FILE_NAME_CHARACTERS = 255;
/** Maximum content parts, tool calls, and reasoning details of all messages together. */
const MAX_LISTED_IN_TOTAL = 10_000;

const CacheControl = z
  .object({ type: z.literal('ephemeral'), ttl: z.string().max(MAX_CACHE_TTL_CHARACTERS).nullish() })
  .meta({ id: 'CacheControl', description: 'Marks that the prompt up to here may be cached.' })
  .nullish();

const TextPart = z.object({ type: z.literal('text'), text: z.string().min(1), cache_control: CacheControl }).meta({
  id: 'TextPart',
  description: 'A text part of at least one character.',
  example: { type: 'text', text: 'Hello' },
});

const ImagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: z.string().min(1), detail: z.enum(['auto', 'low', 'high', 'original']).nullish() }),
  cache_control: CacheControl,
});

const AudioPart = z.object({
  type: z.literal('input_audio'),
  input_audio: z.object({
    data: z.string().min(1),
    format: z.enum(['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac', 'm4a', 'pcm16', 'pcm24']).default('wav'),
  }),
  cache_control: CacheControl,
});

const VideoPart = z.object({
  type: z.literal('video_url'),
  video_url: z.object({ url: z.string().min(1) }),
  cache_control: CacheControl,
});

const FilePart = z.object({
  type: z.literal('file'),
  file: z.object({ file_data: z.string().min(1), filename: z.string().max(MAX_FILE_NAME_CHARACTERS).nullish() }),
  cache_control: CacheControl,
});

const AnyPart = z
  .discriminatedUnion('type', [TextPart, ImagePart, AudioPart, VideoPart, FilePart])
  .meta({ id: 'ContentPart', description: 'A content part of a user message.' });

/** A part of a user message. */
export type AnyPart = z.output<typeof AnyPart>;

/** Text, or a list of parts. An invalid part is reported itself, not that the value matches neither form. */
function textOr<P extends z.ZodType>(part: P) {
  return z.union([z.string(), listOf(part)], {
    error: (issue) => {
      const inner = Array.isArray(issue.input) ? issue.errors?.at(1)?.at(0) : undefined;
      const where = inner && inner.path.length > 0 ? `${inner.path.map(String).join('.')}: ` : '';
      return inner ? `${where}${inner.message}` : 'Must be a string or an array of content parts';
    },
  });
}

const TextContent = textOr(TextPart);
const Name = z.string().nullish();

const SystemMessage = z.object({ role: z.literal('system'), content: TextContent, name: Name });
const DeveloperMessage = SystemMessage.extend({ role: z.literal('developer') });
const UserMessage = z.object({ role: z.literal('user'), content: textOr(AnyPart), name: Name });

const WireToolCall = z.object({
  id: z.string(),
  type: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

/**
 * Clients echo it back with null and unknown fields (docs/api-rules.md, "Wire tolerances"): both are accepted, unknown
 * ones dropped.
 */
const AssistantMessage = z.object({
  role: z.literal('assistant'),
  content: TextContent.nullish(),
  name: Name,
  reasoning_content: z.string().nullish(),
  reasoning_details: listOf(ReasoningDetail).nullish(),
  tool_calls: listOf(WireToolCall).nullish(),
  thought_signature: z.string().nullish(),
});

const ToolMessage = z.object({
  role: z.literal('tool'),
  content: TextContent,
  tool_call_id: z.string(),
  name: Name,
  reasoning_content: z.string().nullish(),
  tool_calls: listOf(WireToolCall).nullish().meta({ description: 'Accepted, no effect.' }),
});

/** One message of the conversation. */
export const Message = z
  .discriminatedUnion('role', [SystemMessage, DeveloperMessage, UserMessage, AssistantMessage, ToolMessage])
  .meta({
    id: 'ChatMessage',
    description: 'One message of the conversation.',
    example: { role: 'user', content: 'What is two and two?' },
  });
export type Message = z.output<typeof Message>;

/**
 * Limits the lists inside all messages together before any of them is checked: limits per list would still allow
 * millions of invalid parts.
 */
export function withinAllLists<S extends z.ZodType>(messages: S) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || listedIn(value) <= MAX_LISTED_IN_TOTAL) return value;
    context.addIssue(
      `Must have at most ${MAX_LISTED_IN_TOTAL.toLocaleString('en-US')} content parts, tool calls, and reasoning details in all messages together`,
    );
    return z.NEVER;
  }, messages);
}

/** The members of all lists directly inside messages. */
function listedIn(messages: readonly unknown[]): number {
  const lists = messages.flatMap((message) =>
    typeof message === 'object' && message !== null ? Object.values(message).filter(Array.isArray) : [],
  );
  return lists.reduce((sum, list) => sum + list.length, 0);
}
