import { readMeasuredModels } from '@/lib/billing/model-figures/measured';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'visitor', run: readMeasuredModels });
