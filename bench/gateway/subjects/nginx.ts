import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSubject, Subject } from '../types';
import { type Environment, startSubject } from './program';

const NGINX = 'nginx';

/** nginx as a plain reverse proxy that bills nothing: the minimum cost of a hop. */
export const nginx: Subject = {
  name: NGINX,
  missing:
    spawnSync(NGINX, ['-v']).status === 0 ? null : 'nginx is not on the PATH (Debian: apt-get install nginx-light)',
  start,
};

function start(upstreamUrl: string): Promise<RunningSubject> {
  return startSubject(NGINX, (environment) => {
    const { folder } = environment;
    // Its worker runs as another user if it is started by root.
    chmodSync(folder, 0o711);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configOf(environment, new URL(upstreamUrl).host));
    return {
      command: NGINX,
      args: ['-p', folder, '-c', file, '-e', join(folder, 'errors')],
      readyPath: '/alive',
      headers: { authorization: 'Bearer sk-bench' },
    };
  });
}

/** One worker, like the single process of the others; upstream connections are reused, streams are not buffered. */
function configOf({ folder, port }: Environment, upstream: string): string {
  const temp = (kind: string) => `${kind}_temp_path ${join(folder, kind)};`;
  return `
daemon off;
worker_processes 1;
worker_rlimit_nofile 8192;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'errors')} error;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 1000000000;
  client_max_body_size 64m;
  client_body_buffer_size 256k;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(temp).join(' ')}
  upstream bench { server ${upstream} max_fails=0; keepalive 512; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /alive { return 204; }
    location / {
      proxy_pass http://bench;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_buffering off;
      proxy_read_timeout 700s;
    }
  }
}
`;
}
