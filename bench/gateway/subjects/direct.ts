import type { Subject } from '../types';

/** The upstream itself: what the load alone takes, and what all others add to. */
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
