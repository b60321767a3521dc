/** Edits images: decoding what callers sent, filters, texts, and segmentation. */
import sharp from 'sharp';
import { serveJobs } from '../../platform/child/serve-jobs';
import { runEdit } from './child/run-edit';
import type { EditAnswer, EditJob } from './jobs';

// The pool runs jobs in parallel, and no image occurs twice.
sharp.concurrency(1);
sharp.cache(false);

serveJobs<Omit<EditJob, 'bytes'>, EditAnswer>(runEdit);
