import { endpoint } from '@/lib/http/endpoint';
import { WireModel } from '@/lib/models/contract';
import { retrieveModel } from '@/lib/models/retrieve';

export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'Retrieve a model',
    detail: 'One model, by any name that is valid as `model`.',
    answer: WireModel,
    codes: ['MODEL_NOT_FOUND', 'GONE'],
    params: { id: { description: 'An ID, a trait, or an alias.', example: 'default' } },
  },
  run: ({ params }, { caller }) => retrieveModel(params.id ?? '', caller),
});
