import { describeEngine } from '@/lib/engines/describe';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: describeEngine });
