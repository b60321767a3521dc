import { cpus, loadavg } from 'node:os';

/** Prints what figures depend on. */
export function printMachine(): void {
  console.log(`Node ${process.version}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
}
