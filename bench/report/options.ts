/** Arguments of a bench: names of its parts, and options such as `--passages=1000` or `--check`. */

/** The names that were given. */
export function givenNames(): string[] {
  return process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
}

/** The value of an option; undefined if it was not given. */
export function textOption(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

/** The number of an option. @throws Error for anything but a whole number from 1 up */
export function numberOption(name: string, byDefault: number): number {
  const text = textOption(name);
  if (text === undefined) return byDefault;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} must be a whole number from 1 up.`);
  return Number(text);
}
