import { endpoint } from '@/lib/http/endpoint';
import { signOutEverywhere } from '@/lib/profile/sign-out-everywhere';

export const POST = endpoint({ auth: 'session', run: (_input, context) => signOutEverywhere(context) });
