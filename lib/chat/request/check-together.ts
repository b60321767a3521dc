import type { z } from 'zod';
import type { AnyPart, Message } from './message';
import type { ToolChoice, Tools } from './tools';

/** Maximum parts of a kind in one message, and videos in all messages. Source: docs/api-rules.md, "Media bounds". */
const MAX_PER_MESSAGE = { image_url: 10, input_audio: 5, video_url: 3, file: 5 } as const;
const MAX_VIDEOS = 3;

const LABELS = { image_url: 'images', input_audio: 'audio parts', video_url: 'videos', file: 'files' } as const;

type Checked = {
  messages: Message[];
  tools?: Tools;
  tool_choice?: ToolChoice;
  min_temp?: number;
  max_temp?: number;
};

/**
 * Checks that need more than one field: that the chosen function exists, and how many media a message and a request have (docs/api-rules.md, "Media bounds" and "Tools").
 */
export function checkTogether(body: Checked, context: z.core.$RefinementCtx<Checked>): void {
  const refuse = (path: (string | number)[], message: string) => {
    context.issues.push({ code: 'custom', path, message, input: body });
  };
  checkToolChoice(body, refuse);
  const { min_temp: lowest, max_temp: highest } = body;
  if (lowest !== undefined && highest !== undefined && lowest > highest) {
    refuse(['min_temp'], `Must be at most max_temp, which is ${highest}`);
  }
  let videos = 0;
  body.messages.forEach(({ content }, at) => {
    if (!Array.isArray(content)) return;
    for (const [kind, max] of Object.entries(MAX_PER_MESSAGE)) {
      const count = (content as AnyPart[]).filter(({ type }) => type === kind).length;
      if (kind === 'video_url') videos += count;
      if (count <= max) continue;
      const what = LABELS[kind as keyof typeof LABELS];
      refuse(['messages', at, 'content'], `Too many ${what}: at most ${max} in a message, this one has ${count}`);
    }
  });
  if (videos > MAX_VIDEOS) {
    refuse(['messages'], `Too many videos: at most ${MAX_VIDEOS} in a request, this one has ${videos}`);
  }
}

function checkToolChoice(
  { tools = [], tool_choice: choice }: Checked,
  refuse: (path: string[], message: string) => void,
): void {
  const names = tools.flatMap((tool) => (tool.type === 'function' ? [tool.function.name] : []));
  if (choice === 'required' && names.length === 0)
    refuse(['tool_choice'], '"required" requires at least one function in tools');
  if (typeof choice !== 'object' || names.includes(choice.function.name)) return;
  refuse(['tool_choice', 'function', 'name'], `There is no function "${choice.function.name}" in tools`);
}
