import type { FinishReason } from '../spec';

/** An upstream's `finish_reason` as ours; what is unknown ended for the model's own reasons: `stop`. */
export function mapFinishReason(reason: string): FinishReason {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'tool_calls':
    case 'function_call':
      return 'tool_calls';
    case 'content_filter':
    case 'safety':
      return 'content_filter';
    default:
      return 'stop';
  }
}
