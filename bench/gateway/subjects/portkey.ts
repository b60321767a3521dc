import type { RunningSubject, Subject } from '../types';
import { missingGateway, portkeyInstallation } from './installations';
import { startSubject } from './program';

/** Without this it listens on every address of the machine; it has no setting for the address. */
const ON_LOOPBACK = `
import { Server } from 'node:net';
const { listen } = Server.prototype;
Server.prototype.listen = function (port, host, ...rest) {
  return typeof port === 'number' ? listen.call(this, port, '127.0.0.1', ...rest) : listen.call(this, port, host, ...rest);
};`;

/** Portkey's open-source gateway: a proxy on Node without keys, limits, or billing of its own. */
export const portkey: Subject = { name: 'Portkey', missing: missingGateway(portkeyInstallation()), start };

function start(upstreamUrl: string): Promise<RunningSubject> {
  const { folder, program } = portkeyInstallation();
  const preload = `data:text/javascript,${encodeURIComponent(ON_LOOPBACK)}`;
  return startSubject('Portkey', ({ port }) => ({
    command: process.execPath,
    args: ['--import', preload, program, '--headless', `--port=${port}`],
    cwd: folder,
    readyPath: '/',
    headers: {
      authorization: 'Bearer sk-bench',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstreamUrl}/v1`,
    },
  }));
}
