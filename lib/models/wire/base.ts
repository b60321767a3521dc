import { z } from 'zod';
import { PRIVACIES } from '../values';

/*
 * A model on the wire: what all types have (contract 6.2, 6.3). Schemas alone: the browser sees them through the contract.
 */

/** That a model is to go (contract 6.3, 21). */
const WireDeprecation = z.object({
  date: z.string().meta({ description: 'The announced date, ISO 8601', example: '2026-12-31T00:00:00.000Z' }),
  removesAt: z
    .string()
    .meta({ description: 'From then on it is not served, ISO 8601', example: '2027-01-10T00:00:00.000Z' }),
  autoRemap: z.boolean().meta({ description: 'Whether calls then run on the replacement', example: true }),
  startsAt: z
    .string()
    .optional()
    .meta({ description: 'From then on answers warn of it, ISO 8601', example: '2026-12-20T00:00:00.000Z' }),
  replacementModelId: z.string().optional().meta({ description: 'The model to use instead', example: 'demo-text-m' }),
});

/** Members of every model (contract 6.2), beside its `type` and `model_spec`. */
export const modelMembers = {
  id: z.string().meta({ description: 'Case-sensitive id', example: 'demo-text-s' }),
  object: z.literal('model'),
  created: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: 'Unix seconds of release; 0 where unknown', example: 1_772_323_200 }),
  owned_by: z.string().meta({ description: 'Who runs this service', example: 'farebox' }),
  discount_to_user: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .meta({ description: 'What a reseller takes off the price', example: 0.1 }),
};

/** Members of every `model_spec` (contract 6.3). */
export const specMembers = {
  name: z.string().meta({ description: 'Display name', example: 'Demo Text S' }),
  description: z.string().meta({ description: 'What it is, in a sentence', example: 'Small general model.' }),
  modelSource: z.string().meta({ description: 'Where its maker describes it; empty where unknown', example: '' }),
  privacy: z.enum(PRIVACIES).meta({ description: '`anonymized` models run at a third party', example: 'private' }),
  beta: z.boolean().meta({ description: 'Still tried out here', example: false }),
  betaModel: z.boolean().meta({ description: 'A trial version of its maker’s', example: false }),
  offline: z.boolean().meta({ description: 'Listed, but not answering now', example: false }),
  uncensored: z.literal(true).optional().meta({ description: 'Only where it is uncensored', example: true }),
  regionRestrictions: z
    .array(z.string())
    .optional()
    .meta({ description: 'The countries that it may be called from, ISO 3166-1 alpha-2', example: ['CH', 'DE'] }),
  traits: z.array(z.string()).meta({ description: 'Names that lead to this model', example: ['default'] }),
  deprecation: WireDeprecation.optional().meta({ description: 'Only where its removal is scheduled' }),
};

/** Those members together. */
export type BaseSpec = z.output<z.ZodObject<typeof specMembers>>;
