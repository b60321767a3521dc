import type { ServerResponse } from 'node:http';

/** Changes an answer into a wrong one. `truth` is the right one. */
export type Lie = (truth: unknown, params: readonly unknown[]) => unknown;

/** What a test can make an RPC server do wrong. A fault without a method applies to all methods. */
export type RpcFaults = {
  /** The next call of the method is carried out, then the connection is closed without an answer. */
  loseNextAnswer(method: string): void;
  /** Calls are not carried out and get no answer, until `clear`, which closes their connections. */
  hang(method?: string): void;
  /** The same for the next call of the method alone. */
  hangNext(method: string): void;
  /** The next call of the method is carried out and gets no answer, until `clear`, which closes its connection. */
  holdNextAnswer(method: string): void;
  /** Requests are answered with status 500 and not carried out, until `clear`. */
  answer500(method?: string): void;
  /** The method's answers are replaced, until `clear`. */
  lie(method: string, answer: Lie): void;
  /** Ends all faults. */
  clear(): void;
  /** How often the method was called since the start. */
  callsOf(method: string): number;
};

/** The server's side of the faults. */
export type FaultState = {
  faults: RpcFaults;
  count(method: string): void;
  /** Also true once for each `hangNext`. */
  takeHang(method: string): boolean;
  isFailing(method: string): boolean;
  /** True once for each `loseNextAnswer`. */
  takeLoss(method: string): boolean;
  /** True once for each `holdNextAnswer`. */
  takeHold(method: string): boolean;
  lieFor(method: string): Lie | undefined;
  /** Keeps a response that gets no answer. */
  hold(response: ServerResponse): void;
};

const ALL = '*';

/** No faults at first. */
export function createFaults(): FaultState {
  const hanging = new Set<string>();
  const failing = new Set<string>();
  const next = { hangs: [] as string[], losses: [] as string[], holds: [] as string[] };
  const lies = new Map<string, Lie>();
  const calls = new Map<string, number>();
  const held = new Set<ServerResponse>();
  const faults: RpcFaults = {
    loseNextAnswer: (method) => void next.losses.push(method),
    hang: (method = ALL) => void hanging.add(method),
    hangNext: (method) => void next.hangs.push(method),
    holdNextAnswer: (method) => void next.holds.push(method),
    answer500: (method = ALL) => void failing.add(method),
    lie: (method, answer) => void lies.set(method, answer),
    clear: () => {
      for (const collection of [hanging, failing, lies]) collection.clear();
      for (const list of Object.values(next)) list.length = 0;
      for (const response of held) response.destroy();
    },
    callsOf: (method) => calls.get(method) ?? 0,
  };
  return {
    faults,
    count: (method) => void calls.set(method, (calls.get(method) ?? 0) + 1),
    takeHang: (method) => hanging.has(method) || hanging.has(ALL) || takeFrom(next.hangs, method),
    isFailing: (method) => failing.has(method) || failing.has(ALL),
    takeLoss: (method) => takeFrom(next.losses, method),
    takeHold: (method) => takeFrom(next.holds, method),
    lieFor: (method) => lies.get(method),
    hold: (response) => {
      held.add(response);
      response.once('close', () => held.delete(response));
    },
  };
}

/** Removes one entry of the method. @returns whether there was one */
function takeFrom(list: string[], method: string): boolean {
  const index = list.indexOf(method);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}
