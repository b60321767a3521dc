import { table } from '../report/table';
import { startSubject } from './subject';

/** Width, height. */
const SIZES = [
  [512, 512],
  [1024, 1024],
  [1280, 720],
] as const;
const FORMATS = ['webp', 'png', 'jpeg'] as const;
/** Per size and format: a process's time is counted in ticks of 10 ms. */
const IMAGES = 15;

/** Prints a table: each size and format. */
export async function measureSizes(): Promise<void> {
  const subject = await startSubject();
  const rows: string[][] = [];
  try {
    // Starts the processes and warms the compiler.
    await subject.draw({ width: 512, height: 512, format: 'webp', images: 4 });
    for (const [width, height] of SIZES) {
      for (const format of FORMATS) {
        const { cpuMs, wallMs, residentMb } = await subject.draw({ width, height, format, images: IMAGES });
        const figures = [`${cpuMs.toFixed(0)} ms`, `${wallMs.toFixed(0)} ms`, `${residentMb.toFixed(0)} MB`];
        rows.push([`${width} × ${height}`, format, ...figures]);
      }
    }
  } finally {
    await subject.stop();
  }
  console.log(`An image through the service, mean of ${IMAGES}\n`);
  table(['size', 'format', 'processor time', 'time', 'memory of all processes'], rows);
}
