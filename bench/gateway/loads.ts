import { SLOW_GAP_MS } from './answers';
import { hugeBody, longBody, mixedBodies, smallBody, streamBody } from './load/bodies';
import type { Client } from './load/client';
import { closedLoop } from './load/closed';
import type { Reading } from './load/closed-load';
import { percentiles } from './load/percentiles';

/** The target of a load, and what the load may need. */
export type Target = {
  url: string;
  headers: Record<string, string>;
  seconds: number;
  client: Client;
  /** Resident megabytes of the subject, now. */
  resident(): number;
  /** The peak requests per second in a closed loop of small answers. */
  peak(): Promise<number>;
};

/** One step of a load. */
export type Step = {
  name: string;
  /** Whether there are requests that are not counted, so that processor time per request would be meaningless. */
  crowded?: boolean;
  /** Whether requests come one at a time: too few to warm a program up. */
  single?: boolean;
  /** Returns null if it does not apply to the subject. */
  run(target: Target): Promise<Reading | null>;
};

/** A named load. */
export type Load = {
  name: string;
  /** Part of `--quick`. */
  main: boolean;
  /** Runs only in the first round, because it takes long or needs no repetition. */
  once: boolean;
  steps: Step[];
};

const STREAMS = 1_000;
const DELAYED_PER_SECOND = 200;
const BACKGROUND_PER_SECOND = 50;
/** Above this rate, the constant-rate client itself would be the bottleneck. */
export const MAX_OPEN_PER_SECOND = 4_000;

/** All loads, in the order of the tables. */
export const loads: Load[] = [
  { name: 'small', main: true, once: false, steps: [1, 32, 256].map((c) => closed([smallBody('answer-300')], c)) },
  { name: 'large', main: true, once: false, steps: [closed([smallBody('answer-10k')], 32)] },
  {
    name: 'stream20',
    main: true,
    once: false,
    steps: [...[1, 32].map((c) => closed([streamBody('stream-20')], c)), firstToken('stream-20')],
  },
  // As real model servers send them: each token of a stream in a packet of its own.
  { name: 'whole30', main: true, once: false, steps: [closed([smallBody('packets-30')], 32)] },
  { name: 'packets300', main: false, once: false, steps: [closed([streamBody('packets-300')], 8)] },
  { name: 'stream500', main: false, once: false, steps: [closed([streamBody('stream-500')], 8)] },
  { name: 'long', main: false, once: false, steps: [closed([longBody('answer-300')], 8)] },
  { name: 'mixed', main: false, once: false, steps: [closed(mixedBodies(), 32)] },
  {
    name: 'delay',
    main: false,
    once: false,
    steps: [
      closed([smallBody('answer-300-60ms')], 32),
      { name: `${DELAYED_PER_SECOND}/s`, run: (target) => open(target, 'answer-300-60ms', DELAYED_PER_SECOND) },
    ],
  },
  { name: 'open', main: false, once: false, steps: [ofPeak(0.25), ofPeak(0.5)] },
  { name: 'thousand', main: false, once: true, steps: [{ name: '1,000 streams', run: thousand }] },
  { name: 'huge', main: false, once: true, steps: [{ name: 'small during 20 MB prompts', crowded: true, run: huge }] },
  {
    name: 'flood',
    main: false,
    once: true,
    steps: [{ name: 'paying during malformed keys', crowded: true, run: flood }],
  },
];

/** A closed loop with this many connections. */
function closed(bodies: string[], connections: number): Step {
  return {
    name: `c = ${connections}`,
    single: connections === 1,
    run: (target) => closedLoop({ ...target, bodies, connections }),
  };
}

function firstToken(model: string): Step {
  const load = { body: streamBody(model), concurrent: 1, gapMs: null };
  return {
    name: 'first token, c = 1',
    single: true,
    run: ({ client, ...target }) => client.streams({ ...serializable(target), ...load }),
  };
}

function ofPeak(share: number): Step {
  const run = async (target: Target) => {
    const perSecond = Math.max(1, Math.min(MAX_OPEN_PER_SECOND, (await target.peak()) * share));
    return open(target, 'answer-300', perSecond);
  };
  return { name: `${share * 100} % of peak`, run };
}

function open(target: Target, model: string, perSecond: number): Promise<Reading> {
  return target.client.open({ ...serializable(target), body: smallBody(model), perSecond });
}

/** A thousand concurrent slow streams. */
async function thousand(target: Target): Promise<Reading> {
  const before = target.resident();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, target.resident())), 1_000);
  const load = { body: streamBody('slow'), concurrent: STREAMS, gapMs: SLOW_GAP_MS };
  try {
    const reading = await target.client.streams({ ...serializable(target), ...load, seconds: null });
    return { ...reading, more: { ...reading.more, grownMb: peak - before } };
  } finally {
    clearInterval(timer);
  }
}

/** Small requests at a constant rate while prompts of 20 MB are sent one after another. */
async function huge(target: Target): Promise<Reading> {
  const body = Buffer.from(hugeBody('answer-300'));
  const tookMs: number[] = [];
  let [ended, refused] = [false, 0];
  const lane = async () => {
    while (!ended) {
      const startedMs = performance.now();
      const headers = { 'content-type': 'application/json', ...target.headers };
      const answer = await fetch(target.url, { method: 'POST', headers, body }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.ok) tookMs.push(performance.now() - startedMs);
      else refused += 1;
    }
  };
  const hugeOnes = lane();
  const reading = await open(target, 'answer-300', BACKGROUND_PER_SECOND).finally(() => (ended = true));
  await hugeOnes;
  return { ...reading, more: { huge: tookMs.length, hugeP50Ms: percentiles(tookMs).p50Ms, hugeRefused: refused } };
}

/**
 * Paying requests at a constant rate during full-speed requests with invalid key checksums; null if any key is
 * accepted.
 */
async function flood(target: Target): Promise<Reading | null> {
  const wrongKey = (target.headers.authorization ?? '').replace(/^Bearer /, '').slice(0, -8);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${wrongKey}00000000` };
  const body = smallBody('answer-300');
  const answer = await fetch(target.url, { method: 'POST', headers: { ...target.headers, ...headers }, body });
  await answer.arrayBuffer();
  if (answer.ok) return null;
  const [reading, wrong] = await Promise.all([
    open(target, 'answer-300', BACKGROUND_PER_SECOND),
    closedLoop({ ...target, bodies: [body], connections: 32, wrongKey }),
  ]);
  return { ...reading, more: { wrongPerSecond: wrong.perSecond } };
}

/** The part that can be sent to another process. */
function serializable({ url, headers, seconds }: Omit<Target, 'client'>) {
  return { url, headers, seconds };
}
