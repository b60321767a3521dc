/** A conversation and the allowed forms of its answer, as the engine's callers see them. */
import type { ResponseFormat, Tool, ToolChoice } from '../../core/chat';

/** One message. `arguments` is JSON text. */
export type Turn =
  | { role: 'system' | 'user' | 'tool'; text: string }
  | { role: 'assistant'; text: string; calls?: { name: string; arguments: string }[] };

/** Everything that becomes part of a prompt. */
export type EnginePrompt = {
  turns: readonly Turn[];
  /** Absent or empty: no tools. */
  tools?: readonly Tool[];
  /** Absent means `auto`; only with tools. */
  toolChoice?: ToolChoice;
  /** Absent means text. */
  responseFormat?: ResponseFormat;
};
