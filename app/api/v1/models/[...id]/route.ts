import { endpoint } from '@/lib/http/endpoint';
import { WireModel } from '@/lib/models/contract';
import { retrieveModel } from '@/lib/models/retrieve';

export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'One model, by any name that is valid as `model`',
    answer: WireModel,
    codes: ['MODEL_NOT_FOUND', 'GONE'],
  },
  run: ({ params }, { caller }) => retrieveModel(params.id ?? '', caller),
});
