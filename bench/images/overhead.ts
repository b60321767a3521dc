import { median } from '../report/median';
import { table } from '../report/table';
import { drawDirectly } from './direct';
import { startSubject } from './subject';

const SIDES = [512, 1024];
const IMAGES = 15;
const ROUNDS = 9;
const WARM_IMAGES = 60;

/** Prints a table: processor time of an image through the service, and by the engine alone. */
export async function measureOverhead(): Promise<void> {
  const subject = await startSubject();
  const rows: string[][] = [];
  try {
    // The compilers of all processes settle within so many.
    await subject.draw({ width: 256, height: 256, format: 'webp', images: WARM_IMAGES });
    await drawDirectly({ width: 256, height: 256, images: WARM_IMAGES });
    for (const side of SIDES) {
      const size = { width: side, height: side, images: IMAGES };
      const [ours, direct]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push((await subject.draw({ ...size, format: 'webp' })).cpuMs);
        direct.push(await drawDirectly(size));
      }
      const [oursMs, directMs] = [median(ours), median(direct)];
      const figures = [`${oursMs.toFixed(0)} ms`, `${directMs.toFixed(0)} ms`, `× ${(oursMs / directMs).toFixed(2)}`];
      rows.push([`${side} × ${side}`, ...figures]);
    }
  } finally {
    await subject.stop();
  }
  console.log(`Processor time of an image in WebP, medians of ${ROUNDS} rounds of ${IMAGES}\n`);
  table(['size', 'through the service', 'engine alone', 'ratio'], rows);
}
