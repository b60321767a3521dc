import { listModelStates } from '@/lib/admin/console/list-models';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', run: listModelStates });
