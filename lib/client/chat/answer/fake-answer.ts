import { NO_RECEIPT, type ChatMessage } from '../types';

/** For tests: a just requested answer, with the given fields. */
export const message = (given: Partial<ChatMessage>): ChatMessage => ({
  id: 'm',
  chatId: 'c',
  parentId: null,
  role: 'assistant',
  text: '',
  reasoning: '',
  state: 'waiting',
  modelId: 'big',
  finishReason: null,
  requestId: null,
  ticket: NO_RECEIPT,
  failure: null,
  createdAt: 0,
  writerId: 'tab',
  touchedAt: 0,
  ...given,
});
