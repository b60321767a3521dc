/** Makes text of callers' files: parsers on hostile bytes run here, so that what they do to the process is not ours. */
import { extractFile } from '../files/extract-file';
import type { FileAnswer, FileJob } from './jobs';
import { serveJobs } from './serve-jobs';

serveJobs<Omit<FileJob, 'bytes'>, FileAnswer>(extractFile);
