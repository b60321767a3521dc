import type { AnswerForm } from '../chat-jobs';
import { writeAnswerGrammar } from '../grammar/answer-grammar';
import { writeCallsGrammar } from '../grammar/calls-grammar';
import { CALL_MARK } from './call-layout';
import type { EnginePrompt } from './conversation';

/**
 * Plans the allowed form of an answer. If a tool must be called, one call is the answer; if the model may choose, the
 * answer is text (or JSON, if requested) until it begins a call.
 * @param parallelToolCalls whether an answer may have several calls; absent means true
 * @throws ApiError INVALID_REQUEST naming the schema that cannot be enforced
 */
export function planAnswer(prompt: EnginePrompt, parallelToolCalls = true): AnswerForm {
  const { tools = [], toolChoice = 'auto', responseFormat } = prompt;
  const schema = responseFormat?.type === 'json_schema' ? responseFormat.schema : null;
  if (tools.length === 0 || toolChoice === 'none') {
    return responseFormat ? { text: { grammar: writeAnswerGrammar(schema), schema: schema !== null } } : {};
  }
  const names = tools.map(({ name }) => name);
  if (toolChoice === 'auto') {
    const grammar = writeCallsGrammar(tools, undefined, parallelToolCalls);
    const text = responseFormat && { grammar: writeAnswerGrammar(schema, CALL_MARK), schema: schema !== null };
    return { ...(text && { text }), calls: { grammar, when: 'marked', names, several: parallelToolCalls } };
  }
  const only = toolChoice === 'required' ? undefined : toolChoice.name;
  return { calls: { grammar: writeCallsGrammar(tools, only, false), when: 'at_once', names, several: false } };
}
