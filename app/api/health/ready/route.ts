import { checkReadiness } from '@/lib/admin/check-readiness';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'probe', run: checkReadiness });
