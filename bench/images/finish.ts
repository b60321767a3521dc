/** Finishing in its process, beside decoding and encoding by the library alone, with the same settings. Processor time. */
import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { newId } from '../../lib/core/ids';
import { installTestSafetyModel } from '../../lib/engines/safety/test-safety-model';
import { finishImage } from '../../lib/image/finish/finish-image';
import type { ImageFormat } from '../../lib/image/contract';
import type { Child } from '../../lib/platform/child/child-process';
import { processState } from '../../lib/platform/process-state';
import { median } from '../report/median';
import { table } from '../report/table';

const ROUNDS = 7;
const SIZES = [
  [512, 512],
  [1_024, 1_024],
  [1_792, 1_024],
] as const;
const BARE: Record<ImageFormat, (image: Sharp) => Sharp> = {
  webp: (image) => image.webp({ quality: 90, effort: 2 }),
  jpeg: (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ compressionLevel: 3 }),
};
const METADATA = { prompt: 'a red kite over the sea', seed: 7, model: 'painter', service: 'svc', createdAtMs: 0 };
/** Of Linux, in which the kernel counts the time of processes. */
const TICKS_PER_SECOND = 100;

/** Prints a table: each size and format, ours and the library's. */
export async function measureFinishing(): Promise<void> {
  sharp.concurrency(1);
  const safeMode = process.argv.includes('--check');
  if (safeMode) await installTestSafetyModel();
  const rows: string[][] = [];
  for (const [width, height] of SIZES) {
    const image = await drawing(width, height);
    for (const format of Object.keys(BARE) as ImageFormat[]) {
      const { signal } = new AbortController();
      const options = { format, watermark: true, safeMode, isHarmless: false, metadata: METADATA, signal };
      const ours = await measure(() => finishImage(image, { ...options, account: newId() }));
      const bare = await measure(() => BARE[format](sharp(image.bytes)).toBuffer());
      rows.push([`${width} × ${height}`, format, ms(ours), ms(bare), (ours / bare).toFixed(2)]);
    }
  }
  console.log(`Finishing${safeMode ? ' with the check' : ''}: processor time, medians of ${ROUNDS} rounds\n`);
  table(['size', 'format', 'finishImage', 'decoding and encoding alone', 'ours ÷ library'], rows);
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  // The first one starts the process.
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = processorMs();
    // Several, because the kernel counts the time of processes in hundredths of a second.
    for (let time = 0; time < 4; time += 1) await work();
    times.push((processorMs() - before) / 4);
  }
  return median(times);
}

/** The processor time of this process and of the idle ones of the pools, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  const pools = ['finish', 'safety'].map((name) =>
    processState<{ idle: Child[] } | null>(`child.pool.${name}`, () => null),
  );
  const children = pools.flatMap((pool) => pool?.idle ?? []).map(({ process: { pid } }) => timeOf(pid ?? 0));
  return (user + system) / 1_000 + children.reduce((sum, time) => sum + time, 0);
}

function timeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // After the name: state is the first, user time the 12th, system time the 13th.
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}

/** A scene of smooth areas and edges, like the embedded engine's. */
async function drawing(width: number, height: number) {
  const circles = Array.from({ length: 60 }, (_, at) => {
    const place = `cx="${(at * 173) % width}" cy="${(at * 311) % height}" r="${20 + at}"`;
    return `<circle ${place} fill="hsl(${at * 31} 70% 50%)" opacity="0.7"/>`;
  });
  const sky =
    '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#fa0"/><stop offset="1" stop-color="#06c"/></linearGradient>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sky}<rect width="100%" height="100%" fill="url(#g)"/>${circles.join('')}</svg>`;
  return { bytes: await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer(), mime: 'image/png' as const };
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
