import type { ChatBody } from '../../stream-chat';
import type { ChatMessage, ChatSettings } from '../types';
import { toWireMessages } from './wire-messages';
import { toWireFormat, toWireTools, toWireWeb } from './wire-settings';

/**
 * The request for the answer that follows `path`, whose last message is the user's. Empty answers are left out.
 * @param character the slug of the character that answers
 */
export function requestOf(path: ChatMessage[], modelId: string, settings: ChatSettings, character?: string): ChatBody {
  const messages = toWireMessages(path);
  const system = settings.system.trim();
  const format = toWireFormat(settings.schema);
  const tools = toWireTools(settings.tools);
  const ours = {
    ...(character === undefined ? {} : { character_slug: character }),
    ...(settings.thinking === 'hidden' ? { strip_thinking_response: true as const } : {}),
    ...(settings.thinking === 'off' ? { disable_thinking: true as const } : {}),
    ...toWireWeb(settings),
  };
  return {
    model: modelId,
    messages: system === '' ? messages : [{ role: 'system', content: system }, ...messages],
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    ...(settings.topP === null ? {} : { top_p: settings.topP }),
    ...(settings.maxTokens === null ? {} : { max_completion_tokens: settings.maxTokens }),
    ...(settings.seed === null ? {} : { seed: settings.seed }),
    ...(settings.stop.length === 0 ? {} : { stop: settings.stop }),
    ...(format && { response_format: format }),
    ...(tools && { tools }),
    ...(Object.keys(ours).length === 0 ? {} : { svc_parameters: ours }),
  };
}
