/** The embedded chat models as a provider. */
import type { Turn } from '../../engines/chat-orders';
import { countPromptTokens, generateChat } from '../../engines/chat';
import type { ChatMessage, Provider } from '../spec';

/** The models that run on this machine, in a process of our own. */
export const localProvider: Provider = {
  id: 'embedded',
  chat: ({ model, messages, sampling, maxTokens, stop, choices, signal }) =>
    generateChat({ model, turns: messages.map(turnOf), sampling, maxTokens, stop, choices, signal }),
  countPromptTokens: ({ model, messages, signal }) => countPromptTokens(model, messages.map(turnOf), signal),
};

/** Small models know three roles: a developer speaks as the system, a tool's result comes from the user's side. */
function turnOf(message: ChatMessage): Turn {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: message.content };
    case 'assistant':
      return { role: 'assistant', text: message.content ?? '' };
    case 'tool':
      return { role: 'user', text: message.content };
    case 'user':
      return { role: 'user', text: textOf(message.content) };
  }
}

function textOf(content: Extract<ChatMessage, { role: 'user' }>['content']): string {
  return typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
}
