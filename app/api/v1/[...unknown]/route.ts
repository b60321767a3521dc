import { endpoint } from '@/lib/http/endpoint';
import { unknownPath } from '@/lib/http/unknown-path';

/** Every other path: a JSON 404, whatever the method (docs/api-rules.md, "Unknown paths and methods"). */
const NOT_FOUND = endpoint({ auth: 'public', run: unknownPath });

export { NOT_FOUND as DELETE, NOT_FOUND as GET, NOT_FOUND as PATCH, NOT_FOUND as POST, NOT_FOUND as PUT };
