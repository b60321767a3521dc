/** Makes Markdown of pages. Parsers of hostile bytes run here, so that they cannot harm the service. */
import { serveJobs } from '../../../platform/child/serve-jobs';
import { convert } from './convert';
import type { PageAnswer, PageJob } from './jobs';

serveJobs<Omit<PageJob, 'bytes'>, PageAnswer>(async (job) => convert(job));
