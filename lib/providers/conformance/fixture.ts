import type { FetchTimes } from '../../platform/fetch';
import type { ChatModel, Provider } from '../spec';
import type { Dialect, SeenCall } from './dialect';
import type { ScenarioUpstream } from './scenario-upstream';

/**
 * What a wire format may not support.
 * - `choices`: several answers to one prompt. `logprobs`, `reasoning`: as named. `signatures`: reasoning that is sent
 *   back unchanged. `fragments`: tool calls in pieces. `no usage`: an answer without a usage report. `cached tokens`,
 *   `written tokens`, `reasoning tokens`: parts of a report. `stream errors`: an error after status 200.
 *   `whole forced calls`: answers in one piece that must have a tool call, which are read as streams.
 * - Fields of `SeenCall`: settings that it cannot carry.
 */
export type Lack =
  | 'choices'
  | 'logprobs'
  | 'reasoning'
  | 'signatures'
  | 'fragments'
  | 'no usage'
  | 'cached tokens'
  | 'written tokens'
  | 'reasoning tokens'
  | 'stream errors'
  | 'whole forced calls'
  | 'images'
  | Exclude<keyof SeenCall, 'model' | 'authorized' | 'system' | 'turns' | 'maxTokens' | 'choices'>;

/** What a model is made from: the server's origin (no path, no slash), the credential, and other timeouts. */
export type Making = { origin: string; secret: string; times?: Partial<FetchTimes> };

/** An adapter under test: a provider that can answer both ways. */
export type Adapter = {
  dialect: Dialect;
  make: (making: Making) => Pick<Provider, 'chat' | 'answerWhole'>;
  lacks?: Lack[];
};

/** How a provider is asked: for a stream, or for an answer in one piece. */
export type Way = 'stream' | 'whole';

/** What every scenario gets; `upstream` runs while the tests do. */
export type Fixture = {
  upstream: () => ScenarioUpstream;
  adapter: Adapter;
  way: Way;
  /** The adapter's model, asked the fixture's way: an answer in one piece is a single list. */
  chat: (making: Making) => ChatModel;
  /** Media type of its answers. */
  contentType: string;
  has: (ability: Lack) => boolean;
};
