/** Messages for the person who started the program, on standard error, because standard output is the log. */

const BAR_CELLS = 30;
/** Without a terminal, one line per tenth is printed instead of a bar. */
const STEPS = 10;

/** Prints a line. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * A progress bar for one download.
 * @returns a function that takes bytes done and total bytes (0 if unknown) and ends the line when both are equal
 */
export function progressBar(title: string): (doneBytes: number, totalBytes: number) => void {
  let lastStep = -1;
  return (doneBytes, totalBytes) => {
    const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 0;
    const finished = totalBytes > 0 && doneBytes >= totalBytes;
    const figures = `${megabytes(doneBytes)} of ${totalBytes > 0 ? megabytes(totalBytes) : '?'} MB`;
    if (process.stderr.isTTY) {
      const cells = Math.round(share * BAR_CELLS);
      process.stderr.write(
        `\r  ${title} [${'='.repeat(cells)}${' '.repeat(BAR_CELLS - cells)}] ${figures}${finished ? '\n' : ''}`,
      );
      return;
    }
    const step = Math.floor(share * STEPS);
    if (step === lastStep) return;
    lastStep = step;
    printLine(`  ${title}: ${figures}`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
