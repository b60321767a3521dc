import { NO_RECEIPT, type ChatMessage } from '../types';

/** For tests: an answer that was just asked for, with the members that a test is about. */
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
