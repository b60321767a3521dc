import { printMachine } from './machine';
import { givenNames } from './options';

/**
 * Runs the parts of a bench that were named, one after another; all of them if none was, except those that are run only
 * by name.
 */
export async function runParts(
  parts: Record<string, () => Promise<void>>,
  onlyByName: readonly string[] = [],
): Promise<void> {
  printMachine();
  const given = givenNames();
  const byDefault = Object.keys(parts).filter((name) => !onlyByName.includes(name));
  for (const name of given.length > 0 ? given : byDefault) {
    const part = parts[name];
    if (part) await part();
    else console.error(`There is no part named ${name}: ${Object.keys(parts).join(', ')}.`);
  }
}
