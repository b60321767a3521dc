/** The other side: node-llama-cpp used as in its documentation, in a separate process. */
import { type ChildProcess, fork } from 'node:child_process';
import { getLlama, type LlamaContextSequence, LlamaLogLevel, type LlamaModel, type Token } from 'node-llama-cpp';
import { STEP_TOKENS } from '../../lib/engines/child/prompt-steps';
import { CONTEXT_TOKENS, PENALTY_WINDOW, question, type Reading, SAMPLING, SYSTEM, THREADS, TOKENS } from './tasks';

/** Answers a question. */
export type Direct = { answer(number: number): Promise<Reading>; close(): void };

/** Starts the process: this program again, with the model's path. */
export async function openDirect(program: string, modelPath: string): Promise<Direct> {
  const child = fork(program, ['direct', modelPath]);
  await next(child);
  return {
    answer: async (number) => {
      child.send(number);
      return (await next(child)) as Reading;
    },
    close: () => child.disconnect(),
  };
}

function next(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('the other side has ended'));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** The main function of the process. */
export async function serveDirect(modelPath: string): Promise<void> {
  const llama = await getLlama({ build: 'never', gpu: false, maxThreads: THREADS, logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath });
  // The largest batch of ours.
  const context = await model.createContext({ contextSize: CONTEXT_TOKENS, threads: THREADS, batchSize: STEP_TOKENS });
  const sequence = context.getSequence();
  process.on(
    'message',
    (number: number) => void answer(model, sequence, number).then((reading) => process.send?.(reading)),
  );
  process.send?.('ready');
}

async function answer(model: LlamaModel, sequence: LlamaContextSequence, number: number): Promise<Reading> {
  const startedMs = performance.now();
  const started = process.cpuUsage();
  const prompt = tokensOf(model, number);
  const head = prompt.slice(0, -1);
  await sequence.adaptStateToTokens(head, false);
  await sequence.evaluateWithoutGeneratingNewTokens(head.slice(sequence.nextTokenIndex));
  const generated: Token[] = [];
  const penalized: Token[] = [];
  let text = '';
  let firstMs = 0;
  const { repetitionPenalty: penalty, ...sampling } = SAMPLING;
  const repeatPenalty = { punishTokens: () => penalized, maxPunishTokens: PENALTY_WINDOW, penalty };
  for await (const token of sequence.evaluate(prompt.slice(-1), { ...sampling, repeatPenalty })) {
    text += model.detokenize([token], false, generated.slice(-1));
    firstMs ||= performance.now() - startedMs;
    generated.push(token);
    penalized.push(token);
    if (penalized.length > PENALTY_WINDOW) penalized.shift();
    if (generated.length >= TOKENS) break;
  }
  const { user, system } = process.cpuUsage(started);
  const cpuMs = (user + system) / 1_000;
  const lastMs = performance.now() - startedMs;
  return { firstMs, lastMs, cpuMs, promptTokens: prompt.length, tokens: generated.length, text };
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
