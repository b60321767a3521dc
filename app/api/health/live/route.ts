import { endpoint } from '@/lib/http/endpoint';
import { checkLive } from '@/lib/platform/health';

export const GET = endpoint({ auth: 'public', run: checkLive });
