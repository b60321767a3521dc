import { endpoint } from '@/lib/http/endpoint';
import { findLiveLimits } from '@/lib/keys/rate-limits/find-live';

export const GET = endpoint({ auth: 'session', run: (_input, context) => findLiveLimits(context) });
