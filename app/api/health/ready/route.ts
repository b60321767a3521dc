import { endpoint } from '@/lib/http/endpoint';
import { checkReady } from '@/lib/platform/health/check';

export const GET = endpoint({ auth: 'probe', run: checkReady });
