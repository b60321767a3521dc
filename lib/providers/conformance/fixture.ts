import type { FetchTimes } from '../../platform/fetch';
import type { ChatModel } from '../spec';
import type { Dialect, SeenCall } from './dialect';
import type { ScenarioUpstream } from './scenario-upstream';

/**
 * What a wire format may not support.
 * - `choices`: several answers to one prompt. `logprobs`, `reasoning`: as named. `signatures`: reasoning that is sent
 *   back unchanged. `fragments`: tool calls in pieces. `no usage`: an answer without a usage report. `cached tokens`,
 *   `written tokens`, `reasoning tokens`: parts of a report. `stream errors`: an error after status 200.
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
  | 'images'
  | Exclude<keyof SeenCall, 'model' | 'authorized' | 'system' | 'turns' | 'maxTokens' | 'choices'>;

/** What a model is made from: the server's origin (no path, no slash), the credential, and other timeouts. */
export type Making = { origin: string; secret: string; times?: Partial<FetchTimes> };

/** An adapter under test. */
export type Adapter = { dialect: Dialect; make: (making: Making) => ChatModel; lacks?: Lack[] };

/** What every scenario gets; `upstream` runs while the tests do. */
export type Fixture = { upstream: () => ScenarioUpstream; adapter: Adapter; has: (ability: Lack) => boolean };
