import type { ServerResponse } from 'node:http';
import type { Dialect, Encoded, Frame, SeenRequest, Step } from './dialect';
import { type Delivery, listen, seeRequest, sleep, writeFrames } from './serve';

/**
 * What the upstream does with every request until the next `play`. Frames of `Delivery` are steps here. A request for an
 * answer in one piece gets the same steps together: an error among them is a refusal, and a break comes in the middle.
 */
export type Play = Delivery & {
  /** Default: "Hello", " there", finish, usage of 10 and 2 tokens. */
  steps?: Step[];
  /** Silence before the status line, milliseconds. */
  delayMs?: number;
  /** Sends the status line and headers, then waits this many milliseconds before the first frame. */
  bodyDelayMs?: number;
  /** Answers with this refusal instead, in the dialect's layout. */
  refusal?: { status: number; message?: string; headers?: Record<string, string> };
  /** Answers with this instead. */
  raw?: { status?: number; type: string; text: string; headers?: Record<string, string> };
  /** Server-sent events with CRLF, comments and no space after the colon. */
  oddLines?: boolean;
};

/** A server on 127.0.0.1 that speaks a dialect. */
export type ScenarioUpstream = {
  /** Without a path. */
  origin: string;
  /** Since the last `play`. */
  requests: SeenRequest[];
  /** Sets what happens next and clears the requests. */
  play(play: Play): void;
  /** Resolves to true when the caller of the newest request closed its connection, to false after 5 seconds. */
  left(): Promise<boolean>;
  stop(): Promise<void>;
};

const HELLO: Step[] = [
  { text: 'Hello' },
  { text: ' there' },
  { finish: 'stop' },
  { usage: { promptTokens: 10, completionTokens: 2 } },
];

/** Starts the server. */
export async function startScenarioUpstream(dialect: Dialect): Promise<ScenarioUpstream> {
  let current: Play = {};
  const requests: SeenRequest[] = [];
  const { origin, stop } = await listen(async (request, response) => {
    const play = current;
    const seen = await seeRequest(request, response);
    requests.push(seen);
    const steps = stepsOf(play.steps ?? HELLO, dialect, requests.length - 1);
    await answer(response, seen, play, dialect, steps);
  });
  return {
    origin,
    requests,
    play: (play) => {
      current = play;
      requests.length = 0;
    },
    left: async () => {
      for (let round = 0; round < 500; round += 1) {
        if (requests.at(-1)?.leftAfterMs != null) return true;
        await sleep(10);
      }
      return false;
    },
    stop,
  };
}

/** If a dialect returns one choice per request, request number n gets choice number n. */
function stepsOf(steps: Step[], dialect: Dialect, request: number): Step[] {
  if (!dialect.oneChoice) return steps;
  const mine = steps.filter((step) => !('choice' in step) || step.choice === undefined || step.choice === request);
  return mine.map((step) => ('choice' in step ? { ...step, choice: 0 } : step));
}

async function answer(
  response: ServerResponse,
  seen: SeenRequest,
  play: Play,
  dialect: Dialect,
  steps: Step[],
): Promise<void> {
  if (play.delayMs) await sleep(play.delayMs);
  const isWhole = dialect.asksWhole(seen);
  const refusal = play.refusal ?? (isWhole ? errorOf(steps) : undefined);
  if (refusal) {
    const { status, message = '', headers } = refusal;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(dialect.refusal(status, message)));
    return;
  }
  if (play.raw) {
    response.writeHead(play.raw.status ?? 200, { 'content-type': play.raw.type, ...play.raw.headers });
    response.end(play.raw.text);
    return;
  }
  response.writeHead(200, { 'content-type': isWhole ? 'application/json' : dialect.contentType });
  response.flushHeaders();
  if (play.bodyDelayMs) await sleep(play.bodyDelayMs);
  const isSent = isWhole
    ? await writeFrames(response, [JSON.stringify(dialect.encodeWhole(steps, seen))], wholeDeliveryOf(play), seen)
    : await writeStream(response, dialect.encode(steps, seen), play, seen);
  if (isSent) response.end();
}

function writeStream(response: ServerResponse, encoded: Encoded, play: Play, seen: SeenRequest): Promise<boolean> {
  return writeFrames(response, framesOf(encoded, play), deliveryOf(encoded, play), seen);
}

function errorOf(steps: Step[]): Play['refusal'] {
  return steps.find((step) => 'error' in step)?.error;
}

function wholeDeliveryOf({ bytesAtATime, cutAfter, hangAfter }: Play): Delivery {
  return {
    bytesAtATime,
    ...(cutAfter !== undefined && { cutAfter: 0 }),
    ...(hangAfter !== undefined && { hangAfter: 0 }),
  };
}

function framesOf({ head, steps, tail }: Encoded, { oddLines }: Play): Frame[] {
  const frames = [...head, ...steps.flat(), ...tail];
  return oddLines ? frames.map(withOddLines) : frames;
}

function withOddLines(frame: Frame): Frame {
  if (typeof frame !== 'string') return frame;
  return `: a comment\r\nid: 7\r\n${frame.replaceAll('data: ', 'data:').replaceAll('\n', '\r\n')}`;
}

/** Converts step counts to frame counts: frames before the step count too. */
function deliveryOf({ head, steps }: Encoded, play: Play): Delivery {
  const framesBefore = (step: number) => head.length + steps.slice(0, step).flat().length;
  return {
    frameDelayMs: play.frameDelayMs,
    bytesAtATime: play.bytesAtATime,
    ...(play.cutAfter !== undefined && { cutAfter: framesBefore(play.cutAfter) }),
    ...(play.hangAfter !== undefined && { hangAfter: framesBefore(play.hangAfter) }),
  };
}
