import { z } from 'zod';
import { WireAsrModel, WireMusicModel, WireTtsModel } from './wire/audio';
import { WireEmbeddingModel } from './wire/embedding';
import { WireImageModel, WireInpaintModel, WireUpscaleModel } from './wire/image';
import { WireTextModel } from './wire/text';
import { WireVideoModel } from './wire/video';
import { MODEL_TYPES } from './values';

/** Query of `GET /models` (docs/api-rules.md, "Model list"): a type, `all`, or `code` (text models made for code). */
export const ListModelsQuery = z.object({
  type: z
    .enum([...MODEL_TYPES, 'all', 'code'])
    .default('text')
    .meta({ description: 'Which models to list. Default: text models.', example: 'text' }),
});
export type ListModelsQuery = z.output<typeof ListModelsQuery>;

/** Query of `GET /models/traits` and `GET /models/compatibility_mapping` (docs/api-rules.md, "Traits and aliases"). */
export const ListNamesQuery = z.object({
  type: z
    .enum(MODEL_TYPES)
    .default('text')
    .meta({ description: 'Type of the models that the names map to.', example: 'text' }),
});
export type ListNamesQuery = z.output<typeof ListNamesQuery>;

const MODELS = [
  WireTextModel,
  WireEmbeddingModel,
  WireImageModel,
  WireInpaintModel,
  WireUpscaleModel,
  WireTtsModel,
  WireAsrModel,
  WireMusicModel,
  WireVideoModel,
] as const;

/** A model on the wire (docs/api-rules.md, "Model object"), discriminated by its `type`. */
export const WireModel = z.discriminatedUnion('type', MODELS).meta({
  id: 'Model',
  description: 'A model; `type` says which kind.',
  // OpenAPI 3.1.1, discriminator object.
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      MODELS.map((model) => [model.shape.type.value, `#/components/schemas/${model.meta()?.id}`]),
    ),
  },
});
export type WireModel = z.output<typeof WireModel>;
/** A text model on the wire. */
export type TextWireModel = Extract<WireModel, { type: 'text' }>;

/** Answer of `GET /models` (docs/api-rules.md, "Model list"). */
export const ModelList = z
  .object({
    object: z.literal('list'),
    type: z.enum([...MODEL_TYPES, 'all', 'code']).meta({ description: 'The requested type', example: 'text' }),
    data: z.array(WireModel).meta({ description: 'By release date, the newest first' }),
  })
  .meta({ id: 'ModelList', description: 'The models of the requested type that you may use.' });
export type ModelList = z.output<typeof ModelList>;

/** Answer of `GET /models/traits` and `GET /models/compatibility_mapping` (docs/api-rules.md, "Traits and aliases"). */
export const NameList = z
  .object({
    object: z.literal('list'),
    type: z.enum(MODEL_TYPES),
    data: z.record(z.string(), z.string()).meta({
      description: 'Maps a name that is valid as `model` to the ID of the model',
      example: { default: 'demo-text-s' },
    }),
  })
  .meta({ id: 'NameList', description: 'Names that map to models.' });
export type NameList = z.output<typeof NameList>;
