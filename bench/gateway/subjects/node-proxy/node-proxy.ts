import { fileURLToPath } from 'node:url';
import type { Subject } from '../../types';
import { startSubject } from '../program';

const PROGRAM = fileURLToPath(new URL('program.mjs', import.meta.url));

/** The least that a proxy on Node can be, with no keys and no billing: the floor of every gateway that runs on it. */
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
