import { endpoint } from '@/lib/http/endpoint';
import { checkReady } from '@/lib/platform/health';

export const GET = endpoint({ auth: 'public', run: checkReady });
