/** The embedded models as a provider. */
import { countPromptTokens, generateChat } from '../../engines/chat';
import type { EnginePrompt, Turn } from '../../engines/prompt/conversation';
import type { ChatMessage, ContentPart, PromptToCount, Provider } from '../spec';
import { localEditor } from './edit';
import { countLocally, embedLocally } from './embedder';
import { drawLocalImage } from './image';
import { localBackgroundRemover } from './remove-background';
import { localUpscaler } from './upscale';

/** The models that run on this machine, in a process of their own. */
export const localProvider: Provider = {
  id: 'embedded',
  keepsCalls: true,
  // Reasoning, verbosity, routing hints and unknown fields have no effect on these models.
  async *chat({ messages, tools, toolChoice, responseFormat, model, ...call }) {
    const { sampling, maxTokens, stop, stopTokenIds, choices, parallelToolCalls, logprobs, account, signal } = call;
    const answer = generateChat({
      ...promptOf({ model, messages, tools, toolChoice, responseFormat }),
      ...{ model, sampling, maxTokens, stop, stopTokenIds, choices, parallelToolCalls, logprobs, account, signal },
    });
    for await (const part of answer) yield [part];
  },
  countPromptTokens: (prompt) => countPromptTokens(prompt.model, promptOf(prompt), prompt),
  drawImage: drawLocalImage,
  editImage: localEditor,
  upscaleImage: localUpscaler,
  removeBackground: localBackgroundRemover,
  embedTexts: embedLocally,
  countTextTokens: countLocally,
};

/** Counting and generating use the same prompt. */
function promptOf({ messages, tools, toolChoice, responseFormat }: PromptToCount): EnginePrompt {
  return { turns: messages.map(turnOf), tools, toolChoice, responseFormat };
}

/** Developer messages become system messages. */
function turnOf(message: ChatMessage): Turn {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', text: textOf(message.content) };
    case 'assistant':
      return { role: 'assistant', text: textOf(message.content ?? ''), calls: message.toolCalls };
    case 'tool':
    case 'user':
      return { role: message.role, text: textOf(message.content) };
  }
}

/** Media never get here: the embedded models lack those abilities, and the gates refuse what a model cannot do. */
function textOf(content: string | ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
