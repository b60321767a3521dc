/** Decodes one choice: text, tool calls, or text that becomes tool calls. */
import type { Token } from 'node-llama-cpp';
import type { ChatReport, ChildModel, GenerateJob } from '../../chat-jobs';
import { CALL_BEGIN, CALL_MARK } from '../../prompt/call-layout';
import { type CallPiece, createCallReader } from '../answer/call-reader';
import { createTextReader, type TextPiece } from '../answer/text-reader';
import { createTextStream, type TextStream } from '../answer/text-stream';
import type { LoadedModel } from '../loaded-model';
import type { SequenceLease } from '../sequence-lease';
import { drawTokens } from './draw-tokens';
import { type Sampler, samplerOf } from './sampler';

/** llama.cpp keeps one cell of a sequence free. */
const RESERVED_TOKENS = 1;

/** One choice of a job; the leased sequence is at the prompt without its last token. */
export type Decoding = {
  loaded: LoadedModel;
  job: GenerateJob;
  lease: SequenceLease;
  prompt: Token[];
  choice: number;
  signal: AbortSignal;
};

/** The state of decoding: the number of tokens that were generated, and of those reported with a piece. */
type Course = Decoding & { count: number; reported: number };

/** How many tokens an answer to a prompt may have. */
export function tokensLeft(prompt: Token[], { contextTokens }: ChildModel): number {
  return contextTokens - RESERVED_TOKENS - prompt.length;
}

/** Yields the choice's parts, `finish` last; returns the number of its tokens. Only decoded tokens are charged. */
export async function* decodeChoice(decoding: Decoding): AsyncGenerator<ChatReport, number, undefined> {
  const { job, choice } = decoding;
  const course: Course = { ...decoding, count: 0, reported: 0 };
  const reason =
    job.form.calls?.when === 'at_once' ? yield* decodeCalls(course, decoding.prompt) : yield* decodeText(course);
  yield { type: 'finish', choice, reason };
  return course.count;
}

type Reason = 'stop' | 'length' | 'tool_calls';

async function* decodeText(course: Course): AsyncGenerator<ChatReport, Reason, undefined> {
  const { loaded, job, prompt, choice } = course;
  const { form, logprobs: wished, stopTokenIds } = job;
  const limit = Math.min(job.maxTokens, tokensLeft(prompt, job.model));
  const stream = streamOf(loaded);
  const reader = createTextReader({
    stops: job.stop,
    json: form.text !== undefined,
    ...(form.calls && { mark: CALL_MARK, tools: form.calls.names }),
  });
  let said = '';
  const report = ({ text, logprobs }: TextPiece): ChatReport[] => {
    said += text;
    if (text === '' && logprobs.length === 0) return [];
    return [{ type: 'text', choice, text, tokens: tokensOf(course), ...(wished && { logprobs }) }];
  };
  let end: TextPiece['end'] = null;
  let full = false;
  const drawing = { grammar: form.text?.grammar, top: wished?.top };
  const sampler = samplerIn(course, form.text?.schema === true);
  for await (const { token, logprob } of drawTokens({ ...course, ...drawing, sampler })) {
    // Like a token that ends an answer: neither returned nor charged.
    if (stopTokenIds.includes(token)) break;
    course.count += 1;
    const piece = reader.push(stream.push(token), logprob);
    yield* report(piece);
    end = piece.end;
    full = course.count >= limit;
    if (end !== null || full) break;
  }
  if (end === null) {
    const piece = reader.finish(stream.end());
    yield* report(piece);
    end = piece.end;
  }
  if (end === 'mark') return yield* decodeMarkedCalls(course, said);
  return full && end === null ? 'length' : 'stop';
}

/** Continues after the beginning of a call, as if the model had written it in the format that it was trained on. */
async function* decodeMarkedCalls(course: Course, said: string): AsyncGenerator<ChatReport, Reason, undefined> {
  const { loaded, lease, prompt } = course;
  const begun = [...prompt, ...loaded.tokenizer.plain(said + CALL_BEGIN)];
  if (tokensLeft(begun, course.job.model) < 1) return 'length';
  await lease.read(begun);
  return yield* decodeCalls(course, begun);
}

/** Stop strings and stop tokens have no effect in calls: their arguments are always JSON. */
async function* decodeCalls(course: Course, prompt: Token[]): AsyncGenerator<ChatReport, Reason, undefined> {
  const { loaded, job, choice } = course;
  const limit = Math.min(job.maxTokens, course.count + tokensLeft(prompt, job.model));
  const stream = streamOf(loaded);
  const reader = createCallReader();
  const several = job.form.calls?.several === true;
  const report = (pieces: CallPiece[]): ChatReport[] =>
    pieces.map((piece) => ({ type: 'tool_call', choice, ...piece, tokens: tokensOf(course) }));
  if (course.count >= limit) return 'length';
  const drawing = { prompt, grammar: job.form.calls?.grammar, sampler: samplerIn(course, true) };
  for await (const { token } of drawTokens({ ...course, ...drawing })) {
    course.count += 1;
    yield* report(reader.push(stream.push(token)));
    if ((reader.whole() && !several) || course.count >= limit) break;
  }
  yield* report(reader.push(stream.end()));
  return reader.whole() ? 'tool_calls' : 'length';
}

/**
 * Drops the model's own repetition penalty if a schema determines the answer: it would penalize the quotes that JSON is
 * full of. Measured: with it, lists of strings become one string.
 */
function samplerIn({ job, choice }: Course, bySchema: boolean): Sampler {
  const { defaults } = job.model;
  return samplerOf(bySchema ? { ...defaults, repetitionPenalty: 1 } : defaults, job.sampling, choice);
}

function streamOf({ model }: LoadedModel): TextStream<Token> {
  return createTextStream<Token>((tokens, before) => model.detokenize(tokens, false, before));
}

/** Each piece reports its tokens, so that an answer that is abandoned midway is charged exactly. */
function tokensOf(course: Course): number {
  const tokens = course.count - course.reported;
  course.reported = course.count;
  return tokens;
}
