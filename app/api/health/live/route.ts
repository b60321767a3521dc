import { endpoint } from '@/lib/http/endpoint';
import { checkLive } from '@/lib/platform/health/check';

export const GET = endpoint({ auth: 'probe', run: checkLive });
