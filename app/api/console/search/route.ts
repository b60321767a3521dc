import { listEngines } from '@/lib/augment/search/indexed';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: () => listEngines() });
