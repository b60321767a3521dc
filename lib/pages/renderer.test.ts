import { existsSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../platform/project-root';
import { type Renderer, superviseRenderer } from './renderer';
import { writeTestRenderer } from './test-renderer';

const script = writeTestRenderer();
let renderer: Renderer | null = null;
afterEach(async () => {
  await renderer?.close();
  renderer = null;
});

/** Supervises the test program, or another one. */
function supervise(program = script): Renderer {
  renderer = superviseRenderer({ script: program });
  return renderer;
}

type Answer = { pid: number; environment: string[] };

async function ask(path = '/', from = renderer): Promise<Answer> {
  const { socketPath, agent, answered, done } = await from!.lease();
  try {
    return await new Promise((resolve, reject) => {
      const asked = get({ socketPath, agent, path }, (response) => {
        answered();
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as Answer));
        response.once('error', reject);
      });
      asked.once('error', reject);
    });
  } finally {
    done();
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);

describe('the renderer', () => {
  it('starts with the first page, once for all waiting requests', async () => {
    const renderer = supervise();
    expect(renderer.pid()).toBeNull();
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ pid }) => pid))).toEqual(new Set([renderer.pid()]));
  });

  it('has more time for pages until it has answered one', async () => {
    const renderer = supervise();
    const limitMs = async () => {
      const lease = await renderer.lease();
      lease.done();
      return lease.limitMs;
    };
    expect(await limitMs()).toBe(120_000);
    const { pid } = await ask();
    expect(await limitMs()).toBe(30_000);
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    expect(await limitMs()).toBe(120_000);
  });

  it('gets no secrets, and a socket private to this user', async () => {
    const renderer = supervise();
    const { environment } = await ask();
    const known = /^(NODE_\w+|NEXT_TELEMETRY_DISABLED|__NEXT_PROCESSED_ENV|HOST|PORT|PUBLIC_ORIGIN|SERVICE_ID)$/;
    // `sh` itself sets the last three.
    const further = /^(TZ|LANG|LC_ALL|PWD|OLDPWD|_|SHLVL)$/;
    expect(environment.filter((name) => !known.test(name) && !further.test(name))).toEqual([]);
    const lease = await renderer.lease();
    expect(statSync(dirname(lease.socketPath)).mode & 0o777).toBe(0o700);
    lease.done();
    await renderer.close();
    expect(existsSync(dirname(lease.socketPath))).toBe(false);
  });

  it('is restarted after a crash, with growing pauses', async () => {
    const renderer = supervise();
    const first = await ask();
    process.kill(first.pid, 'SIGKILL');
    await expect.poll(() => renderer.pid()).toBeNull();
    const second = await ask();
    expect(second.pid).not.toBe(first.pid);
    process.kill(second.pid, 'SIGKILL');
    await expect.poll(() => renderer.pid()).toBeNull();
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_READY', options: { retryAfterSeconds: 1 } });
    await expect
      .poll(() =>
        ask().then(
          ({ pid }) => pid > 0,
          () => false,
        ),
      )
      .toBe(true);
  });

  it('fails its pages with 503 if it never listens, and the server continues', async () => {
    const broken = supervise(writeTestRenderer('process.exit(1)'));
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
    await broken.close();
    supervise(join(projectRoot(), 'no-such-file.mjs'));
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  it('is replaced when it has grown too large, once no page needs it', async () => {
    const renderer = supervise();
    const held = await renderer.lease();
    const { pid } = await ask('/grow');
    expect((await ask()).pid).toBe(pid);
    held.done();
    await gone(pid);
    expect((await ask()).pid).not.toBe(pid);
  });

  it('can still be started when the prepared shells are used up', async () => {
    supervise();
    const pids = new Set<number>();
    for (let round = 0; round < 5; round += 1) {
      const { pid } = await ask('/grow');
      pids.add(pid);
      await gone(pid);
    }
    expect(pids.size).toBe(5);
  });

  it('is not started after it was closed', async () => {
    const renderer = supervise();
    const { pid } = await ask();
    await renderer.close();
    expect(isAlive(pid)).toBe(false);
    await expect(ask()).rejects.toMatchObject({ code: 'NOT_READY' });
  });
});
