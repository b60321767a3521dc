/** Renders a conversation, its tools and the requested format of the answer into messages of plain text. */
import type { PromptTurn, RenderedPrompt } from '../chat-jobs';
import { CALL_BEGIN, CALL_END, RESULT_BEGIN, RESULT_END } from './call-layout';
import type { EnginePrompt, Turn } from './conversation';
import type { ResponseFormat, Tool } from '../../core/chat';

/**
 * The prompt of a call. The tools and the format of the answer are at the end of the first system message, or of the
 * model's own if the conversation has none.
 * @param systemPrompt the model's own
 */
export function renderConversation(prompt: EnginePrompt, systemPrompt = ''): RenderedPrompt {
  const { turns, tools = [], toolChoice = 'auto', responseFormat } = prompt;
  const callable = toolChoice === 'none' ? [] : tools;
  const mustCall = callable.length > 0 && toolChoice !== 'auto';
  const notes = [
    ...(callable.length > 0 ? [textOfTools(callable)] : []),
    // If a tool must be called, the call is the answer.
    ...(responseFormat && !mustCall ? [textOfFormat(responseFormat)] : []),
  ];
  const rendered = renderTurns(turns);
  const begun = mustCall ? CALL_BEGIN : '';
  if (notes.length === 0) return { turns: rendered, begun };
  const [first, ...others] = rendered;
  const said = first?.role === 'system' ? first.text : systemPrompt;
  const system: PromptTurn = { role: 'system', text: [said, ...notes].filter((text) => text !== '').join('\n\n') };
  return { turns: [system, ...(first?.role === 'system' ? others : rendered)], begun };
}

/** The text that Qwen's models were trained on. */
function textOfTools(tools: readonly Tool[]): string {
  const signatures = tools.map(({ name, description, parameters = { type: 'object', properties: {} } }) =>
    JSON.stringify({ type: 'function', function: { name, description, parameters } }),
  );
  return [
    '# Tools\n',
    'You may call one or more functions to assist with the user query.\n',
    'You are provided with function signatures within <tools></tools> XML tags:',
    `<tools>\n${signatures.join('\n')}\n</tools>\n`,
    'For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:',
    `${CALL_BEGIN}{"name": <function-name>, "arguments": <args-json-object>}${CALL_END}`,
  ].join('\n');
}

function textOfFormat(format: ResponseFormat): string {
  if (format.type === 'json_object') return 'Answer with a JSON object and nothing else.';
  const { name, description, schema } = format;
  const what = `"${name}"${description === undefined ? '' : ` (${description})`}`;
  return `Answer with JSON of this JSON Schema, ${what}, and nothing else:\n${JSON.stringify(schema)}`;
}

function renderTurns(turns: readonly Turn[]): PromptTurn[] {
  const rendered: PromptTurn[] = [];
  turns.forEach((turn, index) => {
    if (turn.role === 'assistant') {
      rendered.push({
        role: 'assistant',
        text: [turn.text, ...(turn.calls ?? []).map(textOfCall)].filter(Boolean).join('\n'),
      });
    } else if (turn.role !== 'tool') {
      rendered.push({ role: turn.role, text: turn.text });
    } else {
      const result = `${RESULT_BEGIN}${turn.text}${RESULT_END}`;
      const last = rendered.at(-1);
      // Results are user messages; consecutive ones are merged.
      if (last && turns[index - 1]?.role === 'tool') last.text += `\n${result}`;
      else rendered.push({ role: 'user', text: result });
    }
  });
  return rendered;
}

function textOfCall(call: { name: string; arguments: string }): string {
  return `${CALL_BEGIN}{"name": "${call.name}", "arguments": ${call.arguments}}${CALL_END}`;
}
