import { download } from '@/lib/http/answer/download';
import { endpoint } from '@/lib/http/endpoint';
import { exportAccount } from '@/lib/profile/export-account';

export const GET = endpoint({ auth: 'session', run: (_input, context) => download(exportAccount(context)) });
