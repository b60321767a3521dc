/**
 * `npm run -s bench -- images`: what an image of the embedded engine costs, per size and format: processor time of the
 * whole service, and the memory of its processes. `overhead` compares with the engine called directly, in alternate
 * rounds: the same scenes, drawn and encoded, without accounts, money, or HTTP. Prints Markdown and one line of JSON;
 * never fails because of a slow result.
 */
import { cpus, loadavg } from 'node:os';
import { measureDirectly } from './images/direct';
import { startSubject } from './images/subject';
import { median } from './report/median';
import { table } from './report/table';

/** Width, height. */
const SIZES = [
  [512, 512],
  [1024, 1024],
  [1280, 720],
] as const;
const FORMATS = ['webp', 'png', 'jpeg'] as const;
/** Images per measurement: a process's time is counted in ticks of 10 ms. */
const IMAGES = 8;
const ROUNDS = 4;

type Row = { size: string; format: string; cpuMs: number; wallMs: number; residentMb: number };
type OverheadRow = { size: string; oursCpuMs: number; directCpuMs: number; ratio: number };

const wanted = process.argv[2] ?? 'all';
const rows: Row[] = [];
const overhead: OverheadRow[] = [];
const subject = await startSubject();
try {
  // Starts the processes and warms the compiler.
  await subject.draw({ width: 512, height: 512, format: 'webp', images: 4 });
  if (wanted === 'all') {
    for (const [width, height] of SIZES) {
      for (const format of FORMATS) {
        const drawn = await subject.draw({ width, height, format, images: IMAGES });
        rows.push({ size: `${width} × ${height}`, format, ...drawn });
      }
    }
  }
  for (const [width, height] of SIZES.slice(0, 2)) {
    const [ours, direct]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push((await subject.draw({ width, height, format: 'webp', images: IMAGES })).cpuMs);
      direct.push((await measureDirectly({ width, height, format: 'webp', images: IMAGES })).cpuMs);
    }
    const [oursCpuMs, directCpuMs] = [median(ours), median(direct)];
    overhead.push({ size: `${width} × ${height}`, oursCpuMs, directCpuMs, ratio: oursCpuMs / directCpuMs });
  }
} finally {
  await subject.stop();
}

console.log(`Node ${process.version}, ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
if (rows.length > 0) {
  table(
    ['size', 'format', 'processor time', 'time', 'memory'],
    rows.map(({ size, format, cpuMs, wallMs, residentMb }) => [
      ...[size, format, `${cpuMs.toFixed(0)} ms`, `${wallMs.toFixed(0)} ms`],
      `${residentMb.toFixed(0)} MB`,
    ]),
  );
}
table(
  ['size', 'through the service', 'engine alone', 'ratio'],
  overhead.map(({ size, oursCpuMs, directCpuMs, ratio }) => [
    ...[size, `${oursCpuMs.toFixed(0)} ms`, `${directCpuMs.toFixed(0)} ms`, `× ${ratio.toFixed(2)}`],
  ]),
);
console.log(JSON.stringify({ bench: 'images', rows, overhead }));
