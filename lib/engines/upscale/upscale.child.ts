/** Enlarges images. Its processes are not those of edits, which must not wait for it. */
import sharp from 'sharp';
import { serveJobs } from '../../platform/child/serve-jobs';
import type { UpscaleAnswer, UpscaleJob } from './jobs';
import { runUpscale } from './run-upscale';

sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<UpscaleJob, 'bytes'>, UpscaleAnswer>(runUpscale);
