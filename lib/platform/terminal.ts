/** Messages for the person who started the program, on standard error, because standard output is the log. */

const BAR_CELLS = 30;
/** Lines that are printed instead of a bar. */
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
  const lines = progressLines(title);
  if (!process.stderr.isTTY) return lines;
  return (doneBytes, totalBytes) => {
    const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 0;
    const finished = totalBytes > 0 && doneBytes >= totalBytes;
    const cells = Math.round(share * BAR_CELLS);
    const bar = `${'='.repeat(cells)}${' '.repeat(BAR_CELLS - cells)}`;
    process.stderr.write(`\r  ${title} [${bar}] ${figures(doneBytes, totalBytes)}${finished ? '\n' : ''}`);
  };
}

/**
 * The progress of a download beside which other lines are printed: a line per tenth.
 * @returns a function that takes bytes done and total bytes (0 if unknown)
 */
export function progressLines(title: string): (doneBytes: number, totalBytes: number) => void {
  let lastStep = -1;
  return (doneBytes, totalBytes) => {
    const step = totalBytes > 0 ? Math.floor(Math.min(1, doneBytes / totalBytes) * STEPS) : 0;
    if (step === lastStep) return;
    lastStep = step;
    printLine(`  ${title}: ${figures(doneBytes, totalBytes)}`);
  };
}

function figures(doneBytes: number, totalBytes: number): string {
  return `${megabytes(doneBytes)} of ${totalBytes > 0 ? megabytes(totalBytes) : '?'} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
