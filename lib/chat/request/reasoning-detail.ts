import { z } from 'zod';

/**
 * An item of reasoning in the upstream's own layout (docs/api-rules.md, "Chat messages"). Clients send it back unchanged,
 * so nothing but `type` is checked: what an upstream sent must never be refused.
 */
export const ReasoningDetail = z
  .looseObject({
    type: z.string().meta({ description: 'Kind of item, in the upstream’s words.', example: 'reasoning.text' }),
    data: z.unknown().optional().meta({ description: 'Encrypted or signed content.', example: 'EqoB…' }),
    format: z.unknown().optional().meta({ description: 'Whose layout it is.', example: 'anthropic-claude-v1' }),
    id: z.unknown().optional().meta({ description: 'Id of the item.', example: 'rs_1' }),
    index: z.unknown().optional().meta({ description: 'Pieces of one item have the same index.', example: 0 }),
    text: z.unknown().optional().meta({ description: 'Readable reasoning.', example: 'Two and two make four.' }),
  })
  .meta({ id: 'ReasoningDetail', description: 'An item of reasoning. Send it back unchanged.' });
