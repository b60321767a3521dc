import { fileURLToPath } from 'node:url';
import type { Subject } from '../../types';
import { startSubject } from '../program';

const PROGRAM = fileURLToPath(new URL('program.mjs', import.meta.url));

/** A minimal proxy on Node without keys and billing: the minimum cost of every gateway that runs on it. */
export const nodeProxy: Subject = {
  name: 'Node.js proxy',
  missing: null,
  start: (upstreamUrl) =>
    startSubject('Node.js proxy', ({ port }) => ({
      command: process.execPath,
      args: [PROGRAM],
      env: { PORT: String(port), UPSTREAM_URL: `${upstreamUrl}/v1/chat/completions` },
      readyPath: '/',
      headers: { authorization: 'Bearer sk-bench' },
    })),
};
