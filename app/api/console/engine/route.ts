import { describeEngine } from '@/lib/admin/describe-engine';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, { caller }) => describeEngine(caller) });
