/** Extracts text from callers' files. Parsers of hostile bytes run here, so that they cannot harm the service. */
import { extractFile } from '../files/extract-file';
import type { FileAnswer, FileJob } from './jobs';
import { serveJobs } from '../../platform/child/serve-jobs';

serveJobs<Omit<FileJob, 'bytes'>, FileAnswer>(extractFile);
