import type { RunningSubject, Subject } from '../types';
import { missingGateway, noveumInstallation } from './installations';
import { startSubject } from './program';

/** Noveum's gateway, in Rust: it forwards requests to the provider that a header names, and bills nothing. */
export const noveum: Subject = { name: 'Noveum', missing: missingGateway(noveumInstallation()), start };

function start(upstreamUrl: string): Promise<RunningSubject> {
  return startSubject('Noveum', ({ folder, port }) => ({
    command: noveumInstallation().program,
    args: [],
    env: { PORT: String(port), HOST: '127.0.0.1', OPENAI_BASE_URL: upstreamUrl, RUST_LOG: 'error' },
    cwd: folder,
    readyPath: '/health',
    headers: { authorization: 'Bearer sk-bench', 'x-provider': 'openai' },
  }));
}
