import type { ChatSettings } from '../types';

/** The settings of a request: the account's custom instructions come before the chat's system prompt. */
export function withInstructions(settings: ChatSettings, instructions: string): ChatSettings {
  if (instructions.trim() === '') return settings;
  const parts = [instructions.trim(), settings.system.trim()].filter((part) => part !== '');
  return { ...settings, system: parts.join('\n\n') };
}
