import { type ErrorIssue, invalidRequest } from '../../core/errors';
import { SERVED_ABILITIES, type TextModel } from '../../models/model';
import type { Ability } from '../../models/text-metadata';
import type { ChatRequest } from '../contract';
import type { AnyPart, Message } from './message';

type Refuse = (path: (string | number)[], what: string) => void;
type Can = (ability: Ability) => boolean;

const FUNCTION_CALLING = 'function calling (supportsFunctionCalling)';
const LOG_PROBABILITIES = 'log probabilities (supportsLogProbs)';

/**
 * Checks that a model can do what a request asks for (docs/api-rules.md, "Ability checks").
 * @throws ApiError INVALID_REQUEST with one issue per unsupported field
 */
export function checkAbilities(body: ChatRequest, model: TextModel): void {
  const can: Can = (ability) => SERVED_ABILITIES.has(ability) && model.abilities.includes(ability);
  const issues: ErrorIssue[] = [];
  const refuse: Refuse = (path, what) => {
    issues.push({ code: 'custom', path, message: `The model "${model.id}" does not support ${what}` });
  };
  checkTools(body, can, refuse);
  if (body.response_format && body.response_format.type !== 'text' && !can('schema')) {
    refuse(['response_format'], 'structured output (supportsResponseSchema)');
  }
  if (body.logprobs && !can('logprobs')) refuse(['logprobs'], LOG_PROBABILITIES);
  if (body.top_logprobs && !can('logprobs')) refuse(['top_logprobs'], LOG_PROBABILITIES);
  checkEffort(body, model, can, refuse);
  body.messages.forEach((message, at) => {
    for (const [index, what] of mediaOf(message, can)) refuse(['messages', at, 'content', index], what);
  });
  const tooMuch = [...tooManyTokens(body, model), ...tooManyMedia(body, model, can)];
  const all = [...issues, ...tooMuch];
  if (all.length === 0) return;
  // Unsupported features are counted apart from other mistakes (docs/api-rules.md, "Failed-request guard"); a value out
  // of bounds is a mistake.
  throw invalidRequest(all, all.length, { guardBucket: tooMuch.length > 0 ? undefined : 'unsupported_feature' });
}

function checkTools(body: ChatRequest, can: Can, refuse: Refuse): void {
  if (can('tools')) return;
  if (body.tools?.some(({ type }) => type === 'function')) refuse(['tools'], FUNCTION_CALLING);
  if (body.tool_choice !== undefined && body.tool_choice !== 'none' && body.tool_choice !== 'auto') {
    refuse(['tool_choice'], FUNCTION_CALLING);
  }
}

function checkEffort(body: ChatRequest, model: TextModel, can: Can, refuse: Refuse): void {
  const effort = body.reasoning_effort ?? body.reasoning?.effort;
  const path = body.reasoning_effort ? ['reasoning_effort'] : ['reasoning', 'effort'];
  if (!effort) return;
  if (!can('reasoning_effort')) {
    // "none" asks for nothing that such a model would have to support.
    if (effort !== 'none') refuse(path, 'a reasoning effort (supportsReasoningEffort)');
    return;
  }
  const { reasoningEfforts: efforts } = model;
  if (efforts && !efforts.includes(effort)) refuse(path, `the effort "${effort}"; it takes ${efforts.join(', ')}`);
}

function tooManyTokens({ max_completion_tokens: asked }: ChatRequest, model: TextModel): ErrorIssue[] {
  const maximum = model.maxCompletionTokens;
  if (asked === undefined || asked <= maximum) return [];
  const message = `Must be ${maximum} or less for the model "${model.id}"`;
  return [{ code: 'too_big', maximum, path: ['max_completion_tokens'], message }];
}

/** Enforces a model's own limits on media. Only media that the model would get are counted. */
function tooManyMedia({ messages }: ChatRequest, model: TextModel, can: Can): ErrorIssue[] {
  const images = messages.map((message) => countOf(message, 'image_url')).filter((count) => count > 0);
  const sent = can('multiple_images') ? images.reduce((sum, count) => sum + count, 0) : (images.at(-1) ?? 0);
  const videos = messages.reduce((sum, message) => sum + countOf(message, 'video_url'), 0);
  return [
    ...aboveBound(sent, model.maxImages, 'images', model.id),
    ...aboveBound(videos, model.maxVideos, 'videos', model.id),
  ];
}

function aboveBound(count: number, maximum: number | undefined, what: string, model: string): ErrorIssue[] {
  if (maximum === undefined || count <= maximum) return [];
  const message = `Too many ${what}: the model "${model}" takes at most ${maximum} in a request, this one has ${count}`;
  return [{ code: 'too_big', maximum, path: ['messages'], message }];
}

function countOf({ content }: Message, type: AnyPart['type']): number {
  return Array.isArray(content) ? content.filter((part) => part.type === type).length : 0;
}

/** The parts of a message that a model does not accept: their index, and what they require. */
function mediaOf(message: Message, can: Can): [number, string][] {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.flatMap((part, index): [number, string][] => {
    const missing = missingFor(part, can);
    return missing === null ? [] : [[index, missing]];
  });
}

function missingFor(part: AnyPart, can: Can): string | null {
  switch (part.type) {
    case 'text':
    // Every model accepts files: it gets their text.
    case 'file':
      return null;
    case 'image_url':
      return can('vision') ? null : 'images (supportsVision)';
    case 'input_audio':
      return can('audio') ? null : 'audio (supportsAudioInput)';
    case 'video_url':
      return can('video') ? null : 'video (supportsVideoInput)';
  }
}
