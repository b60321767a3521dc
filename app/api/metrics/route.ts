import { textDocument } from '@/lib/http/answer/text';
import { endpoint } from '@/lib/http/endpoint';
import { renderMetrics } from '@/lib/platform/metrics/scrape';

export const GET = endpoint({ auth: 'metrics', run: async () => textDocument(await renderMetrics()) });
