import { endpoint } from '@/lib/http/endpoint';
import { checkReady } from '@/lib/platform/check-health';

export const GET = endpoint({ auth: 'probe', run: checkReady });
