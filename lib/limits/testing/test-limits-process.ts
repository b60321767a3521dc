import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db';
import { limiterState, type LimiterState } from '../limiter';
import { type LimitTimes, startLimits } from '../start-limits';
import { hammer, type HammerPlan, type HammerResult } from './test-hammer';

/** A process's database, Redis, and times. */
export type ProcessOptions = { databaseUrl: string; redisUrl?: string; times: LimitTimes };

/** A separate process that counts limits. */
export type LimitsProcess = {
  hammer(plan: HammerPlan): Promise<HammerResult>;
  state(): Promise<LimiterState>;
  /** Shuts it down: `stop()` of its limits, then its database. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
};

/** Prefix of each of its answers, because the log shares the output. */
const PREFIX = '> ';

/** Starts this file as a separate process; returns when its limits have started. */
export async function startLimitsProcess(options: ProcessOptions): Promise<LimitsProcess> {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'error' },
  });
  child.stdin.on('error', () => undefined);
  const ended = once(child, 'exit');
  const answers: string[] = [];
  let wake = () => {};
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    if (line.startsWith(PREFIX)) answers.push(line.slice(PREFIX.length));
    wake();
  });
  reader.once('close', () => wake());
  const answer = async (): Promise<unknown> => {
    while (answers.length === 0) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process ended without an answer.');
      await new Promise<void>((done) => {
        wake = done;
      });
    }
    return JSON.parse(answers.shift() ?? '');
  };
  const ask = (question: unknown) => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    return answer();
  };
  await answer();
  return {
    hammer: async (plan) => (await ask({ hammer: plan })) as HammerResult,
    state: async () => (await ask({})) as LimiterState,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function main({ databaseUrl, redisUrl, times }: ProcessOptions): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const limits = await startLimits({ redisUrl }, times);
  send('open');
  for await (const line of createInterface({ input: process.stdin })) {
    const question = JSON.parse(line) as { hammer?: HammerPlan };
    send(question.hammer ? await hammer(question.hammer) : limiterState());
  }
  await limits.stop();
  await database.close();
}

function send(message: unknown): void {
  process.stdout.write(`${PREFIX}${JSON.stringify(message)}\n`);
}

const [script, options] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && options !== undefined)
  await main(JSON.parse(options) as ProcessOptions);
