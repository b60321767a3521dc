import { measuredSpeed } from '../engines/chat';
import { localModels, type LocalModelState } from '../engines/local-models';
import { findChatModelEntry } from '../engines/manifest';
import type { LocalModel } from './contract';

/** The embedded models that this installation has or is getting, the better ones last. */
export function listLocalModels(): LocalModel[] {
  return [...localModels()].map(([id, state]) => {
    const { name = id, bytes = 0 } = findChatModelEntry(id) ?? {};
    return { id, name, ...progressOf(state, bytes), tokensPerSecond: measuredSpeed(id) };
  });
}

function progressOf(state: LocalModelState, bytes: number): Omit<LocalModel, 'id' | 'name' | 'tokensPerSecond'> {
  const whole = { state: state.state, doneBytes: bytes, totalBytes: bytes, reason: null, retryAt: null };
  if (state.state === 'fetching') return { ...whole, ...state };
  if (state.state !== 'waiting') return whole;
  return { ...whole, doneBytes: 0, reason: state.reason, retryAt: new Date(state.retryAtMs).toISOString() };
}
