import { type ErrorIssue, invalidRequest } from '../core/errors';
import { type Ability, SERVED_ABILITIES, type TextModel } from '../models/model';
import type { ChatRequest } from './contract';
import type { AnyPart, Message } from './request/message';

/**
 * Whether a model can do what a request asks for (contract 4.1, capability gates).
 * @throws ApiError INVALID_REQUEST with one issue per field that cannot be served
 */
export function checkCapabilities(body: ChatRequest, model: TextModel): void {
  const can = (ability: Ability) => SERVED_ABILITIES.has(ability) && model.abilities.includes(ability);
  const issues: ErrorIssue[] = [];
  const refuse = (path: (string | number)[], what: string) => {
    issues.push({ code: 'custom', path, message: `The model "${model.id}" does not support ${what}` });
  };
  const functionCalling = 'function calling (supportsFunctionCalling)';
  if (!can('tools')) {
    if (body.tools && body.tools.some(({ type }) => type === 'function')) refuse(['tools'], functionCalling);
    if (body.tool_choice !== undefined && body.tool_choice !== 'none' && body.tool_choice !== 'auto') {
      refuse(['tool_choice'], functionCalling);
    }
  }
  if (body.response_format && body.response_format.type !== 'text' && !can('schema')) {
    refuse(['response_format'], 'structured answers (supportsResponseSchema)');
  }
  if (!can('logprobs')) {
    if (body.logprobs) refuse(['logprobs'], 'log probabilities (supportsLogProbs)');
    if (body.top_logprobs) refuse(['top_logprobs'], 'log probabilities (supportsLogProbs)');
  }
  const effort = body.reasoning_effort ?? body.reasoning?.effort;
  if (effort && effort !== 'none' && !can('reasoning_effort')) {
    refuse(
      body.reasoning_effort ? ['reasoning_effort'] : ['reasoning', 'effort'],
      'a reasoning effort (supportsReasoningEffort)',
    );
  }
  if (body.max_completion_tokens !== undefined && body.max_completion_tokens > model.maxCompletionTokens) {
    const maximum = model.maxCompletionTokens;
    issues.push({
      code: 'too_big',
      maximum,
      path: ['max_completion_tokens'],
      message: `Must be ${maximum} or less for the model "${model.id}"`,
    });
  }
  body.messages.forEach((message, at) => {
    for (const [index, what] of mediaOf(message, can)) refuse(['messages', at, 'content', index], what);
  });
  if (issues.length === 0) return;
  // What the model lacks is counted apart from other mistakes (contract 3.7); a value out of bounds is one of those.
  const guardBucket = issues.some(({ code }) => code === 'too_big') ? undefined : 'unsupported_feature';
  throw invalidRequest(issues, issues.length, { guardBucket });
}

/** The parts of a message that a model does not take: where, and what they need. */
function mediaOf(message: Message, can: (ability: Ability) => boolean): [number, string][] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part, index): [number, string][] => {
    const missing = missingFor(part, can);
    return missing === null ? [] : [[index, missing]];
  });
}

function missingFor(part: AnyPart, can: (ability: Ability) => boolean): string | null {
  switch (part.type) {
    case 'text':
      return null;
    case 'image_url':
      return can('vision') ? null : 'images (supportsVision)';
    case 'input_audio':
      return can('audio') ? null : 'audio (supportsAudioInput)';
    case 'video_url':
      return can('video') ? null : 'video (supportsVideoInput)';
    case 'file':
      return 'files';
  }
}
