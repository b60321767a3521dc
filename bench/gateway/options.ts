import { parseArgs } from 'node:util';
import type { Load } from './loads';
import type { Subject } from './types';

/** Durations, rounds, and selection. */
export type Options = {
  quick: boolean;
  rounds: number;
  /** Per step, whole seconds. */
  seconds: number;
  /** Warm-up of small answers per subject: JIT compilers need tens of thousands of calls. */
  warmSeconds: number;
  /** Per stream of the model `slow`. */
  slowSeconds: number;
  /** Minutes of the soak; null for the usual loads. */
  soakMinutes: number | null;
  /** Parts of subject names; empty for all. */
  only: string[];
  /** Names of loads; empty for the usual ones. */
  loads: string[];
};

const USAGE =
  'npm run bench -- gateway [--quick] [--only NAME,…] [--loads NAME,…] [--rounds N] [--seconds N] [--soak MINUTES]';

/** Parses the command line. @throws Error with the usage if it is invalid */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  const quick = values.quick ?? false;
  return {
    quick,
    rounds: positive(values.rounds, quick ? 2 : 5),
    seconds: Math.ceil(positive(values.seconds, quick ? 2 : 3)),
    warmSeconds: quick ? 5 : 20,
    slowSeconds: quick ? 20 : 60,
    soakMinutes: values.soak === undefined ? null : positive(values.soak, 0),
    only: list(values.only),
    loads: list(values.loads),
  };
}

/** The selected subjects, whether they can run or not. @throws Error if a name matches none */
export function chosenSubjects(all: Subject[], { only }: Options): Subject[] {
  const matches = (subject: Subject, word: string) => slugOf(subject.name).includes(slugOf(word));
  const unknown = only.find((word) => !all.some((subject) => matches(subject, word)));
  if (unknown) throw new Error(`No subject is named ${unknown}: ${all.map(({ name }) => slugOf(name)).join(', ')}.`);
  return only.length === 0 ? all : all.filter((subject) => only.some((word) => matches(subject, word)));
}

/** The selected loads. @throws Error if a name is unknown */
export function chosenLoads(all: Load[], { loads, quick }: Options): Load[] {
  const unknown = loads.find((name) => !all.some((load) => load.name === name));
  if (unknown) throw new Error(`No load is named ${unknown}: ${all.map(({ name }) => name).join(', ')}.`);
  if (loads.length > 0) return all.filter(({ name }) => loads.includes(name));
  return quick ? all.filter((load) => load.main) : all;
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { only: text, loads: text, rounds: text, seconds: text, soak: text } as const;
  try {
    return parseArgs({ args, options: { quick: { type: 'boolean' }, ...options } }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function positive(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`${text} is not a positive number.\n${USAGE}`);
  return value;
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(',').filter(Boolean);
}

/** `Farebox, PostgreSQL` is `farebox-postgresql` on the command line. */
function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
