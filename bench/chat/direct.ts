/** The other side: node-llama-cpp as its documentation shows it, in a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { getLlama, type LlamaContextSequence, LlamaLogLevel, type LlamaModel, type Token } from 'node-llama-cpp';
import { PENALTY_WINDOW, question, type Reading, SAMPLING, SYSTEM, THREADS, TOKENS } from './tasks';

/** Answers a question; `fresh` forgets the one before first. */
export type Direct = { answer(number: number, fresh: boolean): Promise<Reading>; close(): void };

type Order = { number: number; fresh: boolean };

/** Starts the process: this program again, with the model's path. */
export async function openDirect(program: string, modelPath: string): Promise<Direct> {
  const child = fork(program, ['direct', modelPath]);
  await next(child);
  return {
    answer: async (number, fresh) => {
      child.send({ number, fresh } satisfies Order);
      return (await next(child)) as Reading;
    },
    close: () => child.disconnect(),
  };
}

function next(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the direct process has ended with ${code}`)));
  });
}

/** What the process does. */
export async function serveDirect(modelPath: string): Promise<void> {
  const llama = await getLlama({ build: 'never', gpu: false, maxThreads: THREADS, logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize: 8_192, threads: THREADS });
  const sequence = context.getSequence();
  process.on(
    'message',
    (order: Order) => void answer(model, sequence, order).then((reading) => process.send?.(reading)),
  );
  process.send?.('ready');
}

async function answer(model: LlamaModel, sequence: LlamaContextSequence, order: Order): Promise<Reading> {
  const startedMs = performance.now();
  if (order.fresh) await sequence.clearHistory();
  const prompt = tokensOf(model, order.number);
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const said: Token[] = [];
  const punished: Token[] = [];
  let text = '';
  let firstMs = 0;
  const { repetitionPenalty: penalty, ...sampling } = SAMPLING;
  const repeatPenalty = { punishTokens: () => punished, maxPunishTokens: PENALTY_WINDOW, penalty };
  for await (const token of sequence.evaluate(prompt.slice(sequence.nextTokenIndex), { ...sampling, repeatPenalty })) {
    text += model.detokenize([token], false, said.slice(-1));
    firstMs ||= performance.now() - startedMs;
    said.push(token);
    punished.push(token);
    if (punished.length > PENALTY_WINDOW) punished.shift();
    if (said.length >= TOKENS) break;
  }
  return { firstMs, lastMs: performance.now() - startedMs, tokens: said.length, text };
}

function tokensOf(model: LlamaModel, number: number): Token[] {
  const special = (text: string): Token[] => model.tokenize(text, true);
  const message = (text: string): Token[] => [
    ...special('<|im_start|>'),
    ...model.tokenize(text),
    ...special('<|im_end|>\n'),
  ];
  return [
    ...message(`system\n${SYSTEM}`),
    ...message(`user\n${question(number)}`),
    ...special('<|im_start|>'),
    ...model.tokenize('assistant\n'),
  ];
}
