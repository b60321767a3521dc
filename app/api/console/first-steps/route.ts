import { endpoint } from '@/lib/http/endpoint';
import { findFirstSteps } from '@/lib/profile/first-steps';

export const GET = endpoint({ auth: 'session', run: (_input, { caller }) => findFirstSteps(caller) });
