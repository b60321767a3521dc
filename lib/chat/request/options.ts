import { z } from 'zod';

/** Maximum length of a character's slug or id. */
const MAX_SLUG_CHARACTERS = 200;

const flag = (description: string) => z.boolean().nullish().meta({ description, example: false, default: false });

/** The service's own options of a chat request (docs/api-rules.md, "Service options"). Unknown keys are dropped. */
export const SvcParameters = z
  .object({
    character_slug: z
      .string()
      .min(1)
      .max(MAX_SLUG_CHARACTERS)
      .nullish()
      .meta({ description: 'Slug or ID of a character whose prompt is prepended.', example: 'ada' }),
    strip_thinking_response: flag('Removes the model’s reasoning from the answer.'),
    disable_thinking: flag('Turns reasoning off if the model allows it, and removes it from the answer.'),
    enable_web_search: z
      .enum(['off', 'on', 'auto'])
      .nullish()
      .meta({ description: 'Whether to search the web before answering.', example: 'off', default: 'off' }),
    enable_web_scraping: flag('Reads up to 5 web addresses from the latest user message.'),
    enable_x_search: flag('Uses the vendor’s own search on models that have it.'),
    enable_web_citations: flag('Makes the model cite its sources as [REF]0[/REF].'),
    include_search_results_in_stream: flag('Sends the search results in the first chunk of a stream.'),
    return_search_results_as_documents: flag('Adds the search results as a tool call.'),
    include_svc_system_prompt: z.boolean().nullish().meta({
      description: 'Whether the service’s own system prompt precedes yours.',
      example: true,
      default: true,
    }),
    enable_e2ee: z.boolean().nullish().meta({
      description: 'Only for end-to-end encrypted models.',
      example: true,
      default: true,
    }),
  })
  .meta({ id: 'ServiceOptions', description: 'Options of this service.' });
export type SvcParameters = z.output<typeof SvcParameters>;

/** The options as they took effect, returned with every answer (docs/api-rules.md, "Service options"). */
export const EffectiveParameters = z
  .object({
    enable_e2ee: z.boolean(),
    enable_web_search: z.enum(['off', 'on', 'auto']),
    enable_web_citations: z.boolean(),
    enable_web_scraping: z.boolean(),
    enable_x_search: z.boolean(),
    include_svc_system_prompt: z.boolean().meta({ example: true }),
    include_search_results_in_stream: z.boolean(),
    return_search_results_as_documents: z.boolean(),
    strip_thinking_response: z.boolean(),
    disable_thinking: z.boolean(),
    character_slug: z.string().optional(),
    web_search_citations: z
      .array(z.object({ title: z.string(), url: z.string(), content: z.string(), date: z.string() }))
      .meta({ description: 'Web pages that were read or, with the vendor’s own search, cited.', example: [] }),
  })
  .meta({ id: 'EffectiveOptions', description: 'The service options as they took effect.' });
export type EffectiveParameters = z.output<typeof EffectiveParameters>;
