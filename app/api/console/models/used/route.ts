import { listUsedModels } from '@/lib/billing/model-figures/used';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listUsedModels(context) });
