import { endpoint } from '@/lib/http/endpoint';
import { checkLive } from '@/lib/platform/check-health';

export const GET = endpoint({ auth: 'probe', run: checkLive });
