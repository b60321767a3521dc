import { endpoint } from '@/lib/http/endpoint';
import { retrieveModel } from '@/lib/models/retrieve';

export const GET = endpoint({
  auth: 'optional',
  run: ({ params }, { caller }) => retrieveModel(params.id ?? '', caller),
});
