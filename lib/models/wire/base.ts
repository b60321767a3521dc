import { z } from 'zod';
import { Time } from '../../core/time-schema';
import { PRIVACIES } from '../values';

/*
 * A model on the wire: the members of all types (docs/api-rules.md, "Model object"). Only schemas: the browser loads
 * them through the contract.
 */

/** A planned removal (docs/api-rules.md, "Model object" and "Deprecation"). */
const WireDeprecation = z.object({
  date: Time.meta({ description: 'Announced deprecation date, ISO 8601', example: '2026-12-31T00:00:00.000Z' }),
  removesAt: Time.meta({ description: 'When the model is removed, ISO 8601', example: '2027-01-10T00:00:00.000Z' }),
  autoRemap: z.boolean().meta({ description: 'Whether requests are then routed to the replacement', example: true }),
  startsAt: Time.optional().meta({
    description: 'When answers start to include a deprecation warning, ISO 8601',
    example: '2026-12-20T00:00:00.000Z',
  }),
  replacementModelId: z
    .string()
    .optional()
    .meta({ description: 'ID of the model to use instead', example: 'demo-text-m' }),
});

/** Members of every model (docs/api-rules.md, "Model object"), besides `type` and `model_spec`. */
export const modelMembers = {
  id: z.string().meta({ description: 'ID; found whatever its case', example: 'demo-text-s' }),
  object: z.literal('model'),
  created: z
    .number()
    .int()
    .nonnegative()
    .meta({ description: 'Release time in Unix seconds; 0 if unknown', example: 1_772_323_200 }),
  owned_by: z.string().meta({ description: 'Operator of this service', example: 'farebox' }),
  discount_to_user: z
    .number()
    .gt(0)
    .lt(1)
    .optional()
    .meta({ description: 'Discount that a reseller gives on the price', example: 0.1 }),
};

/** Members of every `model_spec` (docs/api-rules.md, "Model object"). */
export const specMembers = {
  name: z.string().meta({ description: 'Display name', example: 'Demo Text S' }),
  description: z.string().meta({ description: 'One-sentence description', example: 'Small general model.' }),
  modelSource: z.string().meta({ description: 'Web page of the model’s provider; empty if unknown', example: '' }),
  privacy: z.enum(PRIVACIES).meta({ description: '`anonymized` models run at a third party', example: 'private' }),
  beta: z.boolean().meta({ description: 'Experimental on this service', example: false }),
  betaModel: z.boolean().meta({ description: 'Beta version, according to its provider', example: false }),
  offline: z.boolean().meta({ description: 'Listed, but currently unavailable', example: false }),
  uncensored: z.literal(true).optional().meta({ description: 'Present if the model is uncensored', example: true }),
  regionRestrictions: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Countries from which the model may be used, ISO 3166-1 alpha-2; enforced where a proxy reports the caller’s country',
      example: ['CH', 'DE'],
    }),
  traits: z
    .array(z.string())
    .meta({ description: 'Traits of this model, each usable as `model`', example: ['default'] }),
  deprecation: WireDeprecation.optional().meta({ description: 'Present if the model’s removal is scheduled' }),
};

/** Those members together. */
export type BaseSpec = z.output<z.ZodObject<typeof specMembers>>;
