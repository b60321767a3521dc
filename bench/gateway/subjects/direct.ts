import type { Subject } from '../types';

/** The upstream itself: the baseline to which all others add. */
export const direct: Subject = {
  name: 'direct',
  missing: null,
  start: async (upstreamUrl) => ({
    url: `${upstreamUrl}/v1/chat/completions`,
    headers: { authorization: 'Bearer sk-bench' },
    pids: [],
    databasePids: [],
    stop: async () => undefined,
  }),
};
