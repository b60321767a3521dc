import { listedSources, withReferences } from '../answer/references';
import { pathTo } from '../conversation';
import { shownLeaf } from '../storage/leaf';
import type { Chat, ChatMessage, ToolCall, ToolResult } from '../types';

/** Formats the visible branch of a chat as Markdown: a heading per message, text as it is, files by name. */
export function toMarkdown(chat: Chat, messages: ReadonlyMap<string, ChatMessage>): string {
  const said = pathTo(messages, shownLeaf(chat, messages)).map(partOf);
  const title = `# ${chat.title.replace(/\s+/g, ' ')}`;
  const system = chat.settings.system.trim();
  return `${[title, ...(system === '' ? [] : [`## System prompt\n\n${system}`]), ...said].join('\n\n')}\n`;
}

function partOf(message: ChatMessage): string {
  const { role, modelId, text, attachments = [], results = [], calls = [], citations, images = [], state } = message;
  const parts = [
    `## ${role === 'user' ? 'You' : (modelId ?? 'Answer')}`,
    ...attachments.map(({ kind, name }) => `_${kind === 'image' ? 'Image' : 'File'}: ${name}_`),
    ...results.map(resultOf),
    withReferences(text, citations).trim(),
    ...images.map(({ alt }) => `_Image: ${alt.replace(/\s+/g, ' ')}_`),
    ...calls.map(callOf),
    citations && citations.length > 0 ? `Sources:\n\n${listedSources(citations)}` : '',
    ENDINGS.get(state) ?? '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** How an answer ended, if that matters to the reader. */
const ENDINGS = new Map<ChatMessage['state'], string>([
  ['stopped', '_Stopped._'],
  ['interrupted', '_Interrupted._'],
  ['failed', '_Failed._'],
]);

const callOf = ({ name, arguments: given }: ToolCall): string => `Call of \`${name}\`:\n\n${fenced(given, 'json')}`;
const resultOf = ({ name, text }: ToolResult): string => `Result of \`${name}\`:\n\n${fenced(text, '')}`;

/** A fence longer than any inside the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
